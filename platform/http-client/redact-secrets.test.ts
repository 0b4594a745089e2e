import fc from "fast-check";
import { expect, test } from "vitest";
import { withoutSecrets } from "./redact-secrets.ts";

const TOKEN = "123456789:AAF-secret_token_of_the_bot_0123456";
const clean = (text: string, { secrets = [TOKEN], most = 500 } = {}) => withoutSecrets(Buffer.from(text), secrets, most).toString();

test("a secret is taken out of an answer, whole or in a piece, also as it stands in an address or in JSON", () => {
  expect(clean(`Not Found: /bot${TOKEN}/sendMessage ₹`)).toBe("Not Found: /bot…/sendMessage ₹");
  expect(clean(`a ${TOKEN.slice(0, 12)}… and ${TOKEN.slice(-9)}!`)).toBe("a …… and …!");
  expect(clean(encodeURIComponent(TOKEN))).toBe("…");
  const secret = "whsec_ab/cd+ef/ghijkl/mn==";
  expect(clean(JSON.stringify({ secret }).replaceAll("/", "\\/"), { secrets: [secret] })).toBe('{"secret":"…"}');
  expect(clean(`${encodeURIComponent(secret)} ${secret.slice(6)}`, { secrets: [secret] })).toBe("… …");
  expect(clean("12345 AAF-sec", { secrets: [TOKEN] }), "too little to be one").toBe("12345 AAF-sec");
  expect(clean("nothing to hide", { secrets: [] })).toBe("nothing to hide");
});

test("wherever an answer is cut, in front of it or in it no eight characters of a secret stay", () => {
  const pieces = Array.from({ length: TOKEN.length - 7 }, (_, from) => TOKEN.slice(from, from + 8));
  fc.assert(
    fc.property(fc.array(fc.constantFrom(TOKEN, TOKEN.slice(0, 20), "x".repeat(13), "₹")), fc.nat(300), fc.nat(60), (parts, most, more) => {
      const bytes = Buffer.from(parts.join("")).subarray(0, most + 8 + more);
      const redacted = withoutSecrets(bytes, [TOKEN], most).toString("latin1");
      expect(redacted.length).toBeLessThanOrEqual(most);
      for (const piece of pieces) expect(redacted).not.toContain(piece);
    }),
  );
});
