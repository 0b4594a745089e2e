import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID } from "node:crypto";
import type { PushMessage } from "#shop/push/push-news.ts";

/** A browser with a subscription at a push service. */
export type Browser = {
  form: { endpoint: string; p256dh: string; auth: string };
  /** Decrypts a message as RFC 8291 says a browser does. */
  read(body: Buffer): PushMessage;
};

/** A browser with keys of its own, at an address of a push service. */
export function aBrowser(endpoint = `https://push.example/send/${randomUUID()}`): Browser {
  const keys = createECDH("prime256v1");
  keys.generateKeys();
  const auth = randomBytes(16);
  const form = { endpoint, p256dh: keys.getPublicKey("base64url"), auth: auth.toString("base64url") };
  return { form, read: (body) => JSON.parse(decrypted(body, keys, auth)) };
}

/** What a browser sends to switch its notifications on. */
export function aPushForm(endpoint?: string): Browser["form"] {
  return aBrowser(endpoint).form;
}

/** The steps of RFC 8188 and RFC 8291, written apart from the shop's own. */
function decrypted(body: Buffer, keys: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const sender = body.subarray(21, 21 + (body[20] ?? 0));
  const record = body.subarray(21 + sender.length);
  const context = Buffer.concat([Buffer.from("WebPush: info\0"), keys.getPublicKey(), sender]);
  const material = Buffer.from(hkdfSync("sha256", keys.computeSecret(sender), auth, context, 32));
  const part = (name: string, length: number) =>
    Buffer.from(hkdfSync("sha256", material, salt, Buffer.from(`Content-Encoding: ${name}\0`), length));
  const decipher = createDecipheriv("aes-128-gcm", part("aes128gcm", 16), part("nonce", 12));
  decipher.setAuthTag(record.subarray(-16));
  const text = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  return text.subarray(0, text.lastIndexOf(2)).toString("utf8");
}
