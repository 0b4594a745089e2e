import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Erased } from "#shop/erased.ts";
import { listProductIds } from "#shop/stock/ids/reading/product-ids.server.ts";
import { seenPreview } from "#shop/stock/parsing/id-layout.ts";
import { listProductsOnSale } from "#shop/stock/products/products-on-sale.server.ts";
import { booksOf } from "#tests/support/shop/books.ts";
import { anAdmin, anOwner, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { aRequest } from "#tests/support/web/a-request.ts";
import { action as addIds } from "#web/admin/ids/add-ids.tsx";
import { action as checkIds } from "#web/admin/imports/batch-new.tsx";
import { action as addProduct } from "#web/admin/products/editing/add-product.tsx";
import { action as changeProduct } from "#web/admin/products/editing/edit-product.tsx";
import { requestContext } from "#web/context.ts";

let shop: TestShop;
let admin: Awaited<ReturnType<typeof anAdmin>>;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterAll(() => shop.close());

type Fields = Record<string, string | string[] | File>;

function given(fields: Fields, productId = "") {
  const context = new RouterContextProvider();
  context.set(requestContext, aRequest({ services: shop.services, visitor: admin, incident: "incident-1", origin: "http://localhost" }));
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) body.append(name, one);
  return { request: new Request("http://localhost/admin", { method: "POST", body }), context, params: { productId } } as never;
}

async function idsOf(productId: string): Promise<(string | Erased)[]> {
  const listed = await listProductIds(shop.services, admin, productId);
  if (!listed.ok) throw new Error(listed.code);
  return listed.value.page.rows.map(({ value }) => value);
}

const product = { name: "Regular account ID", price: "99", description: "", image: "" };
let last = 0;
/** A pasted spreadsheet with new IDs. */
function aTable(): { text: string; ids: string[] } {
  last += 1;
  const ids = [`RAIL_${last}a`, `RAIL_${last}b`];
  return { text: `User ID\tPassword\tMail\n${ids[0]}\tone\ta@x.in\n${ids[1]}\ttwo\tb@x.in\n`, ids };
}
const confirmed = (text: string, columns = [1]): Fields => ({
  layout: "columns",
  columns: columns.map(String),
  hasHeader: "on",
  joiner: ":",
  previewed: seenPreview(text, { columns, hasHeader: true, joiner: ":" }),
});
const csv = (text: string, name = "stock.csv") => new File([text], name, { type: "text/csv" });

test("[S5.11] a pasted or chosen table is refused at every form, with its text for the preview, and nothing is written", async () => {
  const { id } = await aProduct(shop, { ids: [] });
  const before = { books: await booksOf(shop, id), products: (await listProductsOnSale(shop.services)).length };
  for (const ids of [aTable().text, "User ID\nRAIL_x", "A1|x\nA2|y", "1. A1\n2. A2", "A1, A2", "A1\n1.23457E+15"]) {
    for (const [action, fields, productId] of [
      [addIds, { productId: id }, ""],
      [addProduct, product, ""],
      [changeProduct, product, id],
      [checkIds, { productId: id }, ""],
    ] as const) {
      for (const given_ of [{ ids }, { ids: "", idsFile: csv(ids, "stock.txt") }] as Fields[]) {
        const answer = await Promise.resolve(action(given({ ...fields, ...given_ }, productId)));
        expect(answer.data, `${action.name} ${ids}`).toMatchObject({ ok: false, code: "idsLookLikeTable" });
        expect([answer.init?.status, answer.data.typed?.ids]).toEqual([422, given_.ids ? ids.replaceAll("\n", "\r\n") : ids]);
      }
    }
  }
  expect({ books: await booksOf(shop, id), products: (await listProductsOnSale(shop.services)).length }).toEqual(before);
});

test("[S5.11] after its preview was confirmed, the chosen columns of a table are added, and the answer says how many", async () => {
  const { id } = await aProduct(shop, { ids: [] });
  const first = aTable();
  const added = await addIds(given({ productId: id, ids: first.text.replaceAll("\n", "\r\n"), ...confirmed(first.text) }));
  expect(added.data).toMatchObject({ ok: true, sentence: "Added 2 IDs to product." });
  expect(await idsOf(id)).toEqual(first.ids);

  const second = aTable();
  const changed = await changeProduct(given({ ...product, ids: "", idsFile: csv(second.text), ...confirmed(second.text, [1, 2]) }, id));
  expect(changed.data).toMatchObject({ ok: true, value: { entered: 2 } });
  expect(await idsOf(id)).toEqual([...first.ids, `${second.ids[0]}:one`, `${second.ids[1]}:two`]);

  const third = aTable();
  const made = await addProduct(given({ ...product, ids: third.text, ...confirmed(third.text) }));
  expect(made.data).toMatchObject({ ok: true, value: { entered: 2 } });
});

test("[S5.11] whole lines are a choice, and a header is sold only by it", async () => {
  const { id } = await aProduct(shop, { ids: [] });
  const text = "a1|b1\na2|b2";
  const previewed = seenPreview(text, { columns: [1, 2], hasHeader: false, joiner: ":" });
  expect((await addIds(given({ productId: id, ids: text, layout: "lines", previewed }))).data).toMatchObject({ ok: true });
  expect(await idsOf(id)).toEqual(["a1|b1", "a2|b2"]);
});

test("[S5.11] columns, text or separator that were changed after the preview are shown again before anything is added", async () => {
  const { id } = await aProduct(shop, { ids: [] });
  const { text } = aTable();
  for (const change of [{ columns: ["2"] }, { columns: ["1", "2"] }, { ids: `${text}RAIL_late\tx\ty` }, { previewed: "" }] as Fields[]) {
    const answer = await addIds(given({ productId: id, ids: text, ...confirmed(text), ...change }));
    expect(answer.data, JSON.stringify(change)).toMatchObject({ ok: false, code: "idsPreviewChanged", typed: { layout: "columns" } });
  }
  expect(await idsOf(id)).toEqual([]);
});

test("[S5.11] the import takes several columns, tabs, pipes and a sep= line, and names the line of each ID", async () => {
  const { id } = await aProduct(shop, { ids: [] });
  const { text, ids } = aTable();
  const led = await Promise.resolve(checkIds(given({ productId: id, ids: "", idsFile: csv(text), ...confirmed(text, [1, 3]) }))).catch(
    (thrown: unknown) => thrown,
  );
  if (!(led instanceof Response)) throw new Error(JSON.stringify(led));
  const batchId = led.headers.get("location")?.split("/").at(-1) ?? "";
  const { findBatch } = await import("#shop/stock/imports/find-batches.server.ts");
  expect((await findBatch(shop.services, anOwner, batchId))?.shown).toEqual([
    { sort: "new", value: `${ids[0]}:a@x.in`, line: 2, isOfFile: true },
    { sort: "new", value: `${ids[1]}:b@x.in`, line: 3, isOfFile: true },
  ]);
  const said = await checkIds(given({ productId: id, ids: "", idsFile: csv("sep=|\nNr|Serial\n1|x9") }));
  expect(said.data).toMatchObject({ code: "idsLookLikeTable", field: "idsFile", typed: { ids: "sep=|\nNr|Serial\n1|x9" } });
});

test("[S5.8] every form says how to save a Windows-1252 file and a spreadsheet", async () => {
  const { id } = await aProduct(shop, { ids: [] });
  const latin = new File([new Uint8Array(Buffer.from("Käufer;x", "latin1"))], "x.csv");
  const xlsx = new File([new Uint8Array([0x50, 0x4b, 3, 4, 20, 0])], "x.xlsx");
  for (const action of [addIds, addProduct, checkIds]) {
    for (const [file, code] of [
      [latin, "idsFileNotUtf8"],
      [xlsx, "idsFileSpreadsheet"],
    ] as const) {
      const answer = await action(given({ ...product, productId: id, ids: "", idsFile: file }));
      expect([answer.init?.status, answer.data]).toEqual([415, expect.objectContaining({ code, field: "idsFile" })]);
    }
  }
});
