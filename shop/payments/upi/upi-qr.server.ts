import { qrPicture } from "#platform/pictures/qr-picture.server.ts";
import { type UpiPayment, upiLink } from "./upi-link.ts";

/** Draws the QR code of a UPI payment as a PNG picture. [S10.12] */
export function upiQr(payment: UpiPayment): Buffer<ArrayBuffer> {
  return qrPicture(upiLink(payment));
}
