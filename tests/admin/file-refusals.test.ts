import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { english } from "#tests/support/english.ts";
import { anAdmin } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { aRequest } from "#tests/support/web/a-request.ts";
import { loader as exportFile } from "#web/admin/export/export-file.ts";
import { loader as idsText } from "#web/admin/ids/product-ids-text.ts";
import { loader as report } from "#web/admin/migration/migration-report.ts";
import { requestContext } from "#web/context.ts";

let shop: TestShop;
let context: RouterContextProvider;
beforeAll(async () => {
  shop = await openTestShop();
  context = new RouterContextProvider();
  context.set(requestContext, aRequest({ services: shop.services, visitor: await anAdmin(shop), incident: "incident-1" }));
});
afterAll(() => shop.close());

const given = (params: Record<string, string>) => ({ request: new Request("http://localhost/admin"), context, params }) as never;

test("a file that is not there is answered with its sentence as plain text, for visitors who followed a link to it", async () => {
  for (const [asked, sentence] of [
    [() => report(given({ runId: "none", format: "json" })), english("migrationRunNotFound")],
    [() => report(given({ runId: "none", format: "xml" })), english("notFound")],
    [() => idsText(given({ productId: "none" })), english("productNotFound")],
    [() => exportFile(given({ file: "none.csv" })), expect.any(String)],
  ] as const) {
    const answer = await asked().catch((thrown: unknown) => thrown);
    if (!(answer instanceof Response)) throw new Error(`it was answered with ${JSON.stringify(answer)}`);
    expect(answer.status).toBe(404);
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect((await answer.text()).trim()).toEqual(sentence);
  }
});
