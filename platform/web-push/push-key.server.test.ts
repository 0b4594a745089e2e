import { createPublicKey, verify } from "node:crypto";
import { expect, test } from "vitest";
import { drawPushKey, signedHeader } from "./push-key.server.ts";

test("[S12.10] the header is signed for the push service's origin, for twelve hours, by the key that it names", () => {
  const key = drawPushKey();
  const at = new Date("2026-11-26T10:00:00Z");
  const header = signedHeader(key, { endpoint: "https://push.example/send/secret", contact: "https://shop.example", at });
  const [, token = "", named] = /^vapid t=([^,]+), k=(.+)$/.exec(header) ?? [];
  expect(named).toBe(key.publicKey);
  const [head = "", claims = "", signature = ""] = token.split(".");
  expect(JSON.parse(Buffer.from(head, "base64url").toString())).toEqual({ typ: "JWT", alg: "ES256" });
  expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toEqual({
    aud: "https://push.example",
    exp: at.getTime() / 1_000 + 12 * 60 * 60,
    sub: "https://shop.example",
  });
  const point = Buffer.from(key.publicKey, "base64url");
  const jwk = { kty: "EC", crv: "P-256", x: point.subarray(1, 33).toString("base64url"), y: point.subarray(33).toString("base64url") };
  const publicKey = createPublicKey({ key: jwk, format: "jwk" });
  const check = (text: string) =>
    verify("sha256", Buffer.from(text), { key: publicKey, dsaEncoding: "ieee-p1363" }, Buffer.from(signature, "base64url"));
  expect(check(`${head}.${claims}`)).toBe(true);
  expect(check(`${head}.${claims}x`)).toBe(false);
});
