import { randomBytes, randomUUID } from "node:crypto";
import type { Place } from "#tests/doors/busy-shop.ts";
import { cookiesOf } from "#tests/support/processes/cookie-from.ts";
import type { RunningShop } from "#tests/support/processes/running-shop.ts";
import { post } from "../storm.ts";

/** The cookies of each visitor, and the objects in the shop that requests can be about. */
export type Furnished = { cookies: { guest: string; customer: string; admin: string }; place: Place };

/** The smallest PNG. */
const PICTURE = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");

/** Adds products, orders and a customer to a running shop through its JSON API. */
export async function furnish({ address, admin }: RunningShop): Promise<Furnished> {
  const origin = { origin: address };
  const owner = await cookieOf(`${address}/api/auth/sign-in/email`, admin, origin);
  const email = `customer-${randomUUID()}@shop.example`;
  const customer = await cookieOf(`${address}/api/auth/sign-up/email`, { email, password: "correct horse battery" }, origin);
  const [asOwner, asCustomer] = [
    { ...origin, cookie: owner },
    { ...origin, cookie: customer },
  ];
  const ids = (count: number) => Array.from({ length: count }, () => randomBytes(8).toString("hex"));
  const onSale = async (name: string) => {
    const product = { name, price: 499, description: "Plain", image: "", ids: ids(200) };
    return (await must(post(`${address}/api/admin/products`, product, asOwner))) as { id: string };
  };
  const [product, spare] = [await onSale("Attacked account"), await onSale("Spare account")];
  const order = { productId: product.id, quantity: 1, paymentMethod: "request" };
  const placed = async (headers: Record<string, string>) =>
    (await must(post(`${address}/api/orders`, order, headers))) as { requestCode: string; accessKey: string };
  const [pending, approved, guests] = [await placed(asCustomer), await placed(asCustomer), await placed({})];
  const [deliveredId = ""] = ids(1);
  await must(post(`${address}/api/admin/orders/${approved.requestCode}/approval`, { ids: [deliveredId], idsConfirmed: true }, asOwner));
  const session: { user: { id: string } } = await (await fetch(`${address}/api/auth/get-session`, { headers: asCustomer })).json();

  const place: Place = {
    picture: PICTURE,
    productId: product.id,
    spareId: spare.id,
    deletedId: spare.id,
    requestCode: pending.requestCode,
    approvedCode: approved.requestCode,
    guestCode: guests.requestCode,
    key: guests.accessKey,
    userId: session.user.id,
    adminId: randomUUID(),
    keyId: randomUUID(),
    paymentId: randomUUID(),
    messageId: randomUUID(),
    emailId: "1",
    subscriptionId: randomUUID(),
    deliveryId: "msg_1",
    deviceId: randomUUID(),
    unitId: "1",
    deliveredId,
    sessionId: randomUUID(),
    recoveryCode: "AAAAAAAAAAAAAAAA",
    batchId: randomUUID(),
    draftId: randomUUID(),
    supplierId: randomUUID(),
  };
  return { cookies: { guest: "", customer, admin: owner }, place };
}

async function cookieOf(url: string, body: object, headers: Record<string, string>): Promise<string> {
  const init = { method: "POST", headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) };
  const answer = await fetch(url, init);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return cookiesOf(answer.headers);
}

async function must(answered: ReturnType<typeof post>): Promise<unknown> {
  const { status, body } = await answered;
  if (status >= 300 || status === 0) throw new Error(`the shop could not be furnished: ${status} ${JSON.stringify(body)}`);
  return body;
}
