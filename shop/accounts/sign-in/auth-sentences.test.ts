import { expect, test } from "vitest";
import { english } from "#tests/support/english.ts";
import { authSentenceFor } from "./auth-sentences.ts";

test("[S8.3] each error of authentication has a sentence of its own", () => {
  const codes = [
    "USER_ALREADY_EXISTS",
    "INVALID_EMAIL_OR_PASSWORD",
    "ACCOUNT_DISABLED",
    "TOO_MANY_REQUESTS",
    "PASSWORD_TOO_SHORT",
    "SESSION_NOT_FRESH",
  ];
  const sentences = codes.map((code) => {
    const key = authSentenceFor(code);
    return key && english(key);
  });
  expect(sentences).not.toContain(null);
  expect(new Set(sentences).size).toBe(codes.length);
});

test("[S8.3] wrong password and unknown user read the same", () => {
  expect(authSentenceFor("USER_NOT_FOUND")).toBe(authSentenceFor("INVALID_PASSWORD"));
});

test.each(["", "constructor", "toString", "FAILED_TO_CREATE_SESSION"])("[S8.3] the code %j has none", (code) => {
  expect(authSentenceFor(code)).toBeNull();
});
