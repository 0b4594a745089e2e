import { expect, test } from "vitest";
import { isCommonPassword } from "./common-passwords.server.ts";
import { containsKnownWord } from "./new-password.ts";

const asha = { email: "asha.rao@example.com", shopName: "Night Mail" };

test.each(["Night Mail 2026", "my-nightmail!", "ASHA.RAO", "xx asha rao xx", "asha.rao@example.com"])(
  "%j holds the shop's name or the own address",
  (password) => {
    expect(containsKnownWord(password, asha)).toBe(true);
  },
);

test.each(["a night without mail", "rao of asha", "correct horse"])("%j does not", (password) => {
  expect(containsKnownWord(password, asha)).toBe(false);
});

test("a shop or an address of few letters forbids nobody's password", () => {
  expect(containsKnownWord("a bicycle for ann", { email: "ann@example.com", shopName: "IDs" })).toBe(false);
  expect(containsKnownWord("whatever it is", { email: "?@example.com", shopName: "!!!!!!" })).toBe(false);
});

test.each(["password", "12345678", "Password1", "QWERTYUIOP", "iloveyou1", "trustno1", "football", "ｐａｓｓｗｏｒｄ"])(
  "%j is among the most common passwords",
  async (password) => {
    expect(await isCommonPassword(password)).toBe(true);
  },
);

test.each(["correct horse", "a new password", "p4r-tz1 Xq"])("%j is not", async (password) => {
  expect(await isCommonPassword(password)).toBe(false);
});
