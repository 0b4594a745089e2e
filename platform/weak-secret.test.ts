import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { isWeakSecret } from "./weak-secret.ts";

test.each([
  "",
  "secret",
  "change-me",
  "changeme-changeme-changeme",
  "your-super-secret-key-please-change-this",
  "better-auth-secret-123456789",
  "ThisIsMySuperSecretKeyForTheShop",
  "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
  "0123456789abcdef0123456789abcdef",
  "abcdefghijklmnopqrstuvwxyz0123456789",
  "00000000-0000-0000-0000-000000000000",
  "deadbeefdeadbeefdeadbeefdeadbeef",
  "Passw0rd!Passw0rd!Passw0rd!",
  "qwertyuiopasdfghjklzxcvbnm",
  "trackside-production-secret",
  "k3Jx9Qm2Lp7Zw",
])("%j is weak", (secret) => {
  expect(isWeakSecret(secret)).toBe(true);
});

test("what is drawn at random is not, however it is written, nor are six words that nobody else chose", () => {
  for (let n = 0; n < 2_000; n += 1) {
    const bytes = randomBytes(32);
    for (const secret of [bytes.toString("base64url"), bytes.toString("base64"), bytes.toString("hex")]) {
      if (isWeakSecret(secret)) throw new Error(`found weak: ${secret}`);
    }
  }
  expect(isWeakSecret("lantern oxide marble quietly fjord seventeen")).toBe(false);
});
