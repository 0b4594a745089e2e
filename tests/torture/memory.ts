import { readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import sharp from "sharp";
import { type RunningShop, startShop } from "../support/processes/running-shop.ts";
import { verify } from "./aftermath.ts";
import { anywhere } from "./attackers/client.ts";
import { LARGE_BYTES, largeAddresses, postLargely } from "./attackers/connections.ts";
import { freshIds } from "./crash.ts";
import { openMemoryGroup } from "./memory-group.ts";
import { asOwner } from "./owners-calls.ts";
import { post } from "./storm.ts";

/**
 * What a shop in a small group held before and at most (bytes), how it answered the pictures by
 * status, how many bodies were sent, how many honest buyers ordered, and all faults.
 */
export type Cramped = { before: number; most: number; pictures: Map<number, number>; bodies: number; buyers: number; faults: string[] };

const BODIES = 40;
const PICTURES = 12;
const FOR_MS = 15_000;
const MEGABYTE = 1024 * 1024;

/**
 * Starts a shop with its database in a group of so many bytes, and sends it at once forty bodies of
 * 33 MB from guests at addresses of admins, again and again, and twelve payment proofs of a few KB
 * whose pictures are large. Meanwhile and afterwards buyers order. The shop must stay.
 */
export async function cramped(bytes: number): Promise<Cramped> {
  const group = openMemoryGroup(bytes);
  const shop = await startShop({ TRUST_PROXY: "1" }, group.place, "usual");
  const met: Cramped = { before: group.held(), most: 0, pictures: new Map(), bodies: 0, buyers: 0, faults: [] };
  const watching = setInterval(() => {
    met.most = Math.max(met.most, group.held());
  }, 20);
  try {
    const productId = await (await asOwner(shop)).putOnSale("Crowded account", freshIds(500));
    const until = performance.now() + FOR_MS;
    const isOver = () => performance.now() > until;
    const guest = async (nth: number) => {
      for (let n = nth; !isOver(); n += BODIES) {
        const path = largeAddresses[n % largeAddresses.length] ?? "/";
        await postLargely(shop.address, path, anywhere(n), LARGE_BYTES / MEGABYTE);
        met.bodies += 1;
      }
    };
    const buyer = async () => {
      for (; !isOver(); await wait(500)) await buy(shop, productId, met);
    };
    const proofs = await largePictures();
    const sendPicture = async (nth: number) => {
      const status = await orderWithProof(shop, productId, proofs[nth % proofs.length] ?? Buffer.alloc(0), nth);
      met.pictures.set(status, (met.pictures.get(status) ?? 0) + 1);
    };
    const all = [
      ...Array.from({ length: BODIES }, (_, nth) => guest(nth)),
      ...Array.from({ length: PICTURES }, (_, nth) => sendPicture(nth)),
    ];
    await Promise.all([...all, buyer()]);

    await buy(shop, productId, met);
    const ready = await fetch(`${shop.address}/readyz`)
      .then(({ status }) => status)
      .catch(() => 0);
    if (ready !== 200) met.faults.push(`/readyz answers ${ready} afterwards`);
    if (group.kills() > 0) met.faults.push(`${group.kills()} processes were killed for their memory`);
    met.faults.push(...verify({ DATA_DIR: shop.dataDir }));
  } finally {
    clearInterval(watching);
    await shop.stop();
    group.close();
  }
  return met;
}

async function buy({ address }: RunningShop, productId: string, met: Cramped): Promise<void> {
  met.buyers += 1;
  const headers = { "x-forwarded-for": anywhere(met.buyers, 51) };
  const { status } = await post(`${address}/api/orders`, { productId, quantity: 1, paymentMethod: "request" }, headers);
  if (status !== 201) met.faults.push(`the honest buyer ${met.buyers} was answered ${status}`);
}

/**
 * A picture of a few KB as large as the shop decodes, and one that would take 950 MB, of the format
 * whose decoder needs the most memory.
 */
async function largePictures(): Promise<Buffer[]> {
  const allowed = sharp({ create: { width: 2_900, height: 2_900, channels: 3, background: "#7a5" } });
  return [await allowed.avif({ effort: 0 }).toBuffer(), await readFile("tests/support/pictures/one-colour.avif")];
}

async function orderWithProof({ address }: RunningShop, productId: string, picture: Buffer, nth: number): Promise<number> {
  const body = new FormData();
  const giftCardCode = `AB${String(nth).padStart(8, "0")}`;
  for (const [name, value] of Object.entries({ productId, quantity: "1", paymentMethod: "amazon", giftCardCode })) body.set(name, value);
  body.set("paymentProof", new File([new Uint8Array(picture)], "card.avif", { type: "image/avif" }));
  const sending = { method: "POST", body, headers: { "x-forwarded-for": anywhere(nth, 52) } };
  return fetch(`${address}/api/orders`, sending).then(
    async (answer) => {
      await answer.bytes();
      return answer.status;
    },
    () => 0,
  );
}
