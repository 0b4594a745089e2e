import sharp from "sharp";
import { post } from "./storm.ts";

/** A fairly large picture that does not compress. */
export function aPicture(): Promise<Buffer> {
  const side = 400;
  const noise = Buffer.from(Array.from({ length: side * side * 3 }, () => Math.floor(Math.random() * 256)));
  return sharp(noise, { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer();
}

/** Orders one of a product through the API, paid with a gift card and this picture as proof. */
export function orderWithPicture(address: string, productId: string, picture: Buffer): ReturnType<typeof post> {
  const order = { productId, quantity: 1, paymentMethod: "amazon", giftCardCode: "ABCD-EFGH-2345" };
  return post(`${address}/api/orders`, { ...order, paymentProof: `data:image/png;base64,${picture.toString("base64")}` });
}
