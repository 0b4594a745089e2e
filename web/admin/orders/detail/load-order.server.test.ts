import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConversation } from "#shop/orders/messages/read-conversation.server.ts";
import { changeSection } from "#shop/settings/change-section.server.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { aGuest, anAdmin, aPendingOrder } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { aRequest } from "#tests/support/web/a-request.ts";
import { requestContext } from "#web/context.ts";
import { action } from "../messages/order-messages.ts";
import { loadOrder } from "./load-order.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

test("[S14.9] the buyer of a Hindi order is asked in Hindi by a person who reads English", async () => {
  const admin = await anAdmin(shop);
  const { requestCode, accessKey } = await aPendingOrder(shop);
  await shop.services.db.$client.query("update orders set language = 'hi' where request_code = $1", [requestCode]);
  const preset = { asks: "words" as const, text: { en: "Which train is it for?", hi: "किस ट्रेन के लिए?" } };
  await changeSection(shop.services, admin, "questions", { questionPresets: [preset] });

  const context = new RouterContextProvider();
  const settings = await readSettings(shop.services);
  context.set(requestContext, aRequest({ services: shop.services, visitor: admin, settings, incident: "ABC23456" }));
  const loaded = await loadOrder(context, requestCode);
  const question = loaded.ok ? loaded.value.questions[0] : undefined;
  expect(question).toEqual({ label: "Which train is it for?", text: "किस ट्रेन के लिए?", asks: "words" });

  const body = new FormData();
  body.set("asks", question?.asks ?? "");
  body.set("text", question?.text ?? "");
  const request = new Request(`https://shop.example/admin/orders/${requestCode}/messages`, { method: "POST", body });
  await action({ request, context, params: { requestCode } } as unknown as Parameters<typeof action>[0]);
  expect(await readConversation(shop.services, aGuest({ accessKey }), requestCode)).toMatchObject({
    value: { question: { asks: "words", text: "किस ट्रेन के लिए?" } },
  });
});
