import { expect, test } from "vitest";
import { aBrowser } from "#tests/support/push/browser.ts";
import { areBrowserKeys, encryptMessage } from "./encrypt-message.server.ts";

/** The example of RFC 8291, section 5. */
const example = {
  text: "When I grow up, I want to be a watermelon",
  keys: {
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  },
  given: {
    salt: Buffer.from("DGv6ra1nlYgDCS1FRnbzlw", "base64url"),
    privateKey: Buffer.from("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", "base64url"),
    paddedBytes: 0,
  },
  body:
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_" +
    "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
};

test("[S12.10] a message is encrypted as in the example of RFC 8291", () => {
  expect(encryptMessage(example.text, example.keys, example.given).toString("base64url")).toBe(example.body);
});

test("[S12.10] the browser reads it, each is different, and all have one length", () => {
  const { form, read } = aBrowser();
  const [short, long] = [{ body: "₹1" }, { body: "नया ऑर्डर ".repeat(20) }];
  const encrypted = [short, long, short].map((message) => encryptMessage(JSON.stringify(message), form));
  expect(encrypted.map(read)).toEqual([short, long, short]);
  expect(new Set(encrypted.map((body) => body.toString("hex"))).size).toBe(3);
  expect(new Set(encrypted.map(({ length }) => length)).size).toBe(1);
  expect(encrypted[0]?.length).toBeLessThan(4_096);
  expect(() => encryptMessage("x".repeat(2_100), form)).toThrow(RangeError);
});

test("[S12.10] keys that are no point of the curve, or too short, are no keys", () => {
  const { p256dh, auth } = aBrowser().form;
  expect(areBrowserKeys({ p256dh, auth })).toBe(true);
  const point = Buffer.from(p256dh, "base64url");
  const bent = Buffer.from(point);
  bent[64] = (bent[64] ?? 0) ^ 1;
  expect(areBrowserKeys({ p256dh: bent.toString("base64url"), auth })).toBe(false);
  expect(areBrowserKeys({ p256dh: Buffer.alloc(65, 4).toString("base64url"), auth })).toBe(false);
  expect(areBrowserKeys({ p256dh: point.subarray(0, 33).toString("base64url"), auth })).toBe(false);
  expect(areBrowserKeys({ p256dh, auth: "short" })).toBe(false);
});
