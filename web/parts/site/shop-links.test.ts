import { expect, test } from "vitest";
import { textsIn } from "#messages/languages.ts";
import { externalPlatforms, supportChannels } from "./shop-links.ts";

const texts = textsIn("en", "site");
const set = { chatUrl: "https://chat.example/shop", messagingUrl: "https://message.example/shop", idCheckerUrl: "https://check.example" };

test("[S2.1] the navigation leads to the chat, the messaging app and the ID checker", () => {
  expect(externalPlatforms(set, texts).map(({ href }) => href)).toEqual([set.chatUrl, set.messagingUrl, set.idCheckerUrl]);
});

test("[S1.8] an unset link is not shown", () => {
  expect(externalPlatforms({ chatUrl: null, messagingUrl: null, idCheckerUrl: null }, texts)).toEqual([]);
  expect(supportChannels({ ...set, chatUrl: null }, texts).map(({ label }) => label)).toEqual(["Messaging"]);
});
