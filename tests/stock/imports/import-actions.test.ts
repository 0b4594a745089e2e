import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ADDED_TEXT_MAX_LENGTH } from "#shop/catalogue/constants.ts";
import { IDS_AT_ONCE } from "#shop/stock/constants.ts";
import { english } from "#tests/support/english.ts";
import { anAdmin, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { aRequest } from "#tests/support/web/a-request.ts";
import { streamed } from "#tests/support/web/streamed.ts";
import { loader as readBatch } from "#web/admin/imports/batch.tsx";
import { action as add } from "#web/admin/imports/batch-addition.ts";
import { action as change } from "#web/admin/imports/batch-details.ts";
import { action as check } from "#web/admin/imports/batch-new.tsx";
import { action as undo } from "#web/admin/imports/batch-reversal.ts";
import { requestContext } from "#web/context.ts";

let shop: TestShop;
let admin: Awaited<ReturnType<typeof anAdmin>>;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterAll(() => shop.close());

function given(fields: Record<string, string | File>, batchId = "", services = shop.services) {
  const context = new RouterContextProvider();
  context.set(requestContext, aRequest({ services, visitor: admin, incident: "incident-1" }));
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  return { request: new Request("http://localhost/admin", { method: "POST", body }), context, params: { batchId } } as never;
}

/** The lines that a long action answers. */
async function linesOf(answer: unknown): Promise<object[]> {
  if (!(answer instanceof Response)) throw new Error("nothing is told");
  return (await answer.text())
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** The import that a check without script leads to. */
async function checked(fields: Record<string, string | File>): Promise<string> {
  const led = await Promise.resolve(check(given(fields))).catch((thrown: unknown) => thrown);
  if (!(led instanceof Response)) throw new Error(JSON.stringify(led));
  expect(led.status).toBe(303);
  return decodeURIComponent(led.headers.get("location")?.split("/").at(-1) ?? "");
}

test("a check leads to the import that it made; added, changed and undone it says so", async () => {
  const { id: productId } = await aProduct(shop, { ids: [] });
  const batchId = await checked({ productId, ids: "i-1\ni-1\ni-2", supplier: " Ravi ", cost: "12.50" });
  const { data } = await readBatch(given({}, batchId));
  expect(data.batch).toMatchObject({ state: "draft", supplierName: "Ravi", costPaise: 12_50, report: { new: 2, repeated: 1 } });
  expect((await add(given({}, batchId))).data).toMatchObject({ ok: false, code: "noSortChosen" });
  expect((await add(given({ new: "on" }, batchId))).data).toMatchObject({ ok: true, sentence: english("batchAdded", { n: 2 }) });
  expect((await change(given({ supplier: "", cost: "" }, batchId))).data).toMatchObject({ ok: true, sentence: english("batchChanged") });
  expect((await undo(given({}, batchId))).data).toMatchObject({ ok: true, sentence: english("batchTakenBack", { n: 2 }) });
  expect((await readBatch(given({}, batchId))).data.batch).toMatchObject({ state: "undone", supplierName: null, costPaise: null });
  expect((await readBatch(given({}, "none"))).init?.status).toBe(404);
});

test("a long check, addition and reversal stream their progress line by line, and last the answer", async () => {
  const { id: productId } = await aProduct(shop, { ids: [] });
  const ids = Array.from({ length: IDS_AT_ONCE + 1 }, (_, n) => `told-${n}`).join("\n");
  const lines = await linesOf(await streamed(check, given({ productId, idsFile: new File([ids], "ids.txt") })));
  expect(lines.slice(0, 2)).toEqual([
    { done: IDS_AT_ONCE, of: IDS_AT_ONCE + 1 },
    { done: IDS_AT_ONCE + 1, of: IDS_AT_ONCE + 1 },
  ]);
  const { to } = lines[2] as { to: string };
  const batchId = to.replace("/admin/batches/", "");
  expect((await linesOf(await streamed(add, given({ new: "on" }, batchId)))).at(-1)).toMatchObject({
    answer: { ok: true, sentence: english("batchAdded", { n: IDS_AT_ONCE + 1 }) },
  });
  expect((await linesOf(await streamed(undo, given({}, batchId)))).at(-1)).toMatchObject({
    answer: { ok: true, sentence: english("batchTakenBack", { n: IDS_AT_ONCE + 1 }) },
  });
});

test("what is wrong with an import is said beside its field, with what was typed, in the right status", async () => {
  const { id: productId } = await aProduct(shop);
  const csv = new File(["a,b\n1,2\n"], "x.csv");
  const huge = new File(["x".repeat(ADDED_TEXT_MAX_LENGTH + 1)], "x.txt");
  const wrong: [Record<string, string | File>, number, object][] = [
    [{ productId, ids: "" }, 422, { code: "selectProductAndPasteIds" }],
    [{ ids: "x" }, 422, { code: "selectProductAndPasteIds" }],
    [{ productId: "none", ids: "x" }, 404, { code: "productNotFound", field: "productId" }],
    [{ productId, ids: "x", cost: "-1" }, 422, { code: "costInvalid", field: "cost" }],
    [{ productId, ids: "x", cost: "1.005" }, 422, { code: "costInvalid", field: "cost" }],
    [{ productId, ids: "x", supplier: "s".repeat(101) }, 422, { code: "fieldTooLong", field: "supplier" }],
    [{ productId, idsFile: csv }, 422, { code: "idsLookLikeTable", field: "idsFile" }],
    [{ productId, idsFile: csv, layout: "columns" }, 422, { code: "csvColumnNeeded", field: "idsFile" }],
    [{ productId, idsFile: huge }, 422, { code: "idsFileTooBig", field: "idsFile" }],
  ];
  for (const [fields, status, said] of wrong) {
    const { data, init } = await check(given(fields));
    expect([init?.status, data], JSON.stringify(said)).toEqual([status, expect.objectContaining({ ok: false, ...said })]);
    // The table's text is in the field, where its columns can be chosen without script.
    expect(data).toMatchObject({ typed: { ids: fields.idsFile === csv ? "a,b\n1,2\n" : (fields.ids ?? "") } });
  }
});

test("a failure is said in a sentence, and its cause is logged", async () => {
  const { id: productId } = await aProduct(shop);
  const broken = { ...shop.services, db: undefined } as unknown as TestShop["services"];
  for (const failing of [
    check(given({ productId, ids: "x" }, "", broken)),
    add(given({ new: "on" }, "x", broken)),
    undo(given({}, "x", broken)),
    change(given({}, "x", broken)),
  ])
    expect((await failing).data).toMatchObject({ ok: false, kind: "failed", sentence: english("failedToProcessRequest") });
});
