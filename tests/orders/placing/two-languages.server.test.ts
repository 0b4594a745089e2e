import { readFileSync } from "node:fs";
import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Language } from "#messages/languages.ts";
import { sentenceIn } from "#messages/sentence-in.ts";
import { CLIENT_ADDRESS_HEADER } from "#shop/accounts/sessions/cookies.ts";
import { refused } from "#shop/refusal.ts";
import { aGuest, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { aRequest } from "#tests/support/web/a-request.ts";
import { requestContext } from "#web/context.ts";
import { action as cancel } from "#web/storefront/order/order-cancellation.ts";
import { action as order } from "#web/storefront/order/placing/place-order.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

type Args = Parameters<typeof order>[0] & Parameters<typeof cancel>[0];

function asked(language: Language, fields: Record<string, string>, params: object, address: string): Args {
  const context = new RouterContextProvider();
  context.set(
    requestContext,
    aRequest({ language, services: shop.services, visitor: aGuest(), incident: "ABC23456", origin: "http://shop" }),
  );
  const body = new URLSearchParams(fields);
  const request = new Request("http://shop/", { method: "POST", body, headers: { [CLIENT_ADDRESS_HEADER]: address } });
  return { request, params, context } as unknown as Args;
}

const languageOf = (n: number): Language => (n % 2 === 0 ? "en" : "hi");

test("[S11.1] orders placed in one batch, and cancellations beside them, are each refused in their visitor's language", async () => {
  const { id: productId } = await aProduct(shop, { ids: ["one"], price: 499 });
  const { requestCode } = await aPendingOrder(shop);
  const form = { productId, quantity: "1", paymentMethod: "request", expectedPrice: "1" };
  const connect = vi.spyOn(shop.services.db.$client, "connect");
  const visitors = Array.from({ length: 40 }, (_, n) => languageOf(n));

  const said = await Promise.all(
    visitors.map(async (language, n) => {
      const [placed, cancelled] = await Promise.all([
        order(asked(language, form, { productId }, `192.0.2.${n}`)),
        cancel(asked(language, {}, { requestCode }, `192.0.2.${n}`)),
      ]);
      return [placed instanceof Response ? "placed" : placed.data.no.sentence, cancelled.data.sentence];
    }),
  );

  const refusals = [refused("priceChanged", { price: "₹499.00" }), refused("orderNotForYou")];
  expect(said).toEqual(visitors.map((language) => refusals.map((refusal) => sentenceIn(language, refusal))));
  expect(new Set(said.flat()).size).toBe(4);
  // Each cancellation takes a connection, and the orders share a few.
  expect(connect.mock.calls.length).toBeLessThan(visitors.length * 1.5);
});

test("[S11.1] no module that makes sentences keeps anything between two of them", () => {
  for (const file of [
    "messages/languages.ts",
    "messages/texts.ts",
    "messages/keyed-text.ts",
    "messages/sentence-in.ts",
    "shop/refusal.ts",
    "web/say.ts",
    "web/refused-file.ts",
    "api/answers.ts",
    "server/http/answers.ts",
    "server/http/plain-page.ts",
  ])
    expect(readFileSync(file, "utf8"), file).not.toMatch(/^(export )?(let|var) /m);
});
