import sharp from "sharp";
import { afterAll, beforeAll, test } from "vitest";
import { openRefusedCalls, type RefusedCalls } from "#tests/support/api/refused-calls.ts";

let refused: RefusedCalls;
let productId: string;
let png: RefusedCalls["png"];
let expectRefused: RefusedCalls["expectRefused"];
beforeAll(async () => {
  refused = await openRefusedCalls();
  ({ productId, png, expectRefused } = refused);
});
afterAll(() => refused.close());

const type = "multipart/form-data; boundary=line";
const part = (name: string, value: string | Buffer, more = "") =>
  Buffer.concat([
    Buffer.from(`--line\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`),
    Buffer.from(value),
    Buffer.from("\r\n"),
  ]);
const whole = (...parts: Buffer[]) => Buffer.concat([...parts, Buffer.from("--line--\r\n")]);
const fields = () => [
  part("productId", productId),
  part("quantity", "1"),
  part("paymentMethod", "amazon"),
  part("giftCardCode", "ABCD1234"),
];
const picture = (bytes: Buffer = png) => part("paymentProof", bytes, '; filename="p.png"\r\nContent-Type: image/png');

test("a multipart form that is cut off or out of shape is a 400, and nothing is written", async () => {
  const form = whole(...fields(), picture());
  const bodies = [
    form.subarray(0, form.length - 12),
    form.subarray(0, form.length - 60),
    form.subarray(0, 50),
    Buffer.from(""),
    Buffer.from("--line\r\n"),
    Buffer.from("no form at all"),
    whole(Buffer.from("--line\r\nno header\r\n\r\n1\r\n")),
    whole(...fields().slice(1), part("productId", Buffer.from([0xe9, 0x80]))),
  ];
  for (const body of bodies)
    await expectRefused(
      400,
      "/api/orders",
      { method: "POST", body, headers: { "content-type": type } },
      body.toString("latin1").slice(-60),
    );
  for (const wrong of ["multipart/form-data", "multipart/form-data; boundary=other", "multipart/form-data; boundary="]) {
    await expectRefused(400, "/api/orders", { body: form, headers: { "content-type": wrong } }, wrong);
  }
});

test("a field sent twice, a file where text belongs, or text where the picture belongs is refused, and nothing is written", async () => {
  const post = (status: number, what: string, ...parts: Buffer[]) =>
    expectRefused(status, "/api/orders", { method: "POST", body: whole(...parts), headers: { "content-type": type } }, what);
  await post(422, "quantity twice", ...fields(), picture(), part("quantity", "2"));
  await post(422, "product twice", ...fields(), picture(), part("productId", productId));
  await post(422, "two pictures", ...fields(), picture(), picture());
  await post(422, "product as file", ...fields().slice(1), picture(), part("productId", productId, '; filename="a.txt"'));
  await post(415, "picture as text", ...fields(), part("paymentProof", "a picture"));
  await post(422, "NUL", ...fields().slice(0, 3), picture(), part("giftCardCode", "A\0"));
  await post(422, "no picture", ...fields());
});

test("[S5.3] a picture that is none, or cut off half-way, gets a sentence; no order and no file stays", async () => {
  const post = (status: number, what: string, bytes: Buffer) =>
    expectRefused(
      status,
      "/api/orders",
      { method: "POST", body: whole(...fields(), picture(bytes)), headers: { "content-type": type } },
      what,
    );
  await post(415, "text", Buffer.from("hello"));
  await post(415, "empty", Buffer.from(""));
  await post(415, "svg", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'));
  const noise = Buffer.from(Uint8Array.from({ length: 300 * 300 * 3 }, (_, n) => (n * 7919) % 251));
  const large = await sharp(noise, { raw: { width: 300, height: 300, channels: 3 } })
    .png()
    .toBuffer();
  await post(422, "cut off", large.subarray(0, large.length / 2));
  await post(413, "too big", Buffer.concat([png, Buffer.alloc(10 * 1024 * 1024)]));

  const url = (text: string) => ({ json: refused.anOrder({ paymentMethod: "amazon", giftCardCode: "A1", paymentProof: text }) });
  for (const text of ["x", "data:text/plain;base64,aGVsbG8=", "data:,x", "data:image/png,abc", "https://example.com/p.png"])
    await expectRefused(415, "/api/orders", url(text), text);
  await expectRefused(422, "/api/orders", url(`data:image/png;base64,${png.toString("base64").slice(0, -3)}`), "half a data URL");
});
