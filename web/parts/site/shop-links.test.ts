import { expect, test } from "vitest";
import { externalPlaces, supportPlaces } from "./shop-links.ts";

const set = { chatUrl: "https://chat.example/shop", messagingUrl: "https://message.example/shop", idCheckerUrl: "https://check.example" };

test("[S2.1] the navigation leads to the chat, the messaging app and the ID checker", () => {
  expect(externalPlaces(set).map(({ href }) => href)).toEqual([set.chatUrl, set.messagingUrl, set.idCheckerUrl]);
});

test("[S1.8] an unset link is not shown", () => {
  expect(externalPlaces({ chatUrl: null, messagingUrl: null, idCheckerUrl: null })).toEqual([]);
  expect(supportPlaces({ ...set, chatUrl: null }).map(({ label }) => label)).toEqual(["Messaging"]);
});
