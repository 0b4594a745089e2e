import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { RunningShop } from "../support/processes/running-shop.ts";
import { verify } from "./aftermath.ts";
import { nuisances } from "./nuisances.ts";
import { asOwner } from "./owners-calls.ts";
import { sizeOf } from "./process-size.ts";
import { post } from "./storm.ts";

/** How many of each nuisance come at once. */
export type Nuisances = Partial<Record<keyof typeof nuisances, number>>;

/**
 * What buyers experienced during the crowd: answers by status, the slowest (ms), how often one had
 * to come back, and the shop's size (bytes, open files); and all faults.
 */
export type Crowd = {
  answers: Map<number, number>;
  slowest: number;
  comeBack: number;
  /** The longest time until a refused request was accepted (ms). */
  latest: number;
  before: { memory: number; files: number } | null;
  most: { memory: number; files: number } | null;
  after: { memory: number; files: number } | null;
  faults: string[];
};

const BACK_WITHIN_MS = 60_000;
const COMES_BACK_MS = 1_000;
/** A small picture. */
const PICTURE = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");

/**
 * Sends a crowd of nuisances to a running shop, and buyers among them: with JSON, with a form
 * without script, and with a picture. All buyers must get their order; one with a picture may have
 * to come back. When the crowd has left, the shop must be as small and as correct as before.
 */
export async function crowd(shop: RunningShop, coming: Nuisances, buyers: number): Promise<Crowd> {
  const owner = await asOwner(shop);
  const productId = await owner.putOnSale(
    "Crowded account",
    Array.from({ length: buyers + 1 }, () => randomBytes(8).toString("hex")),
  );
  const { body } = await post(`${shop.address}/api/orders`, { productId, quantity: 1, paymentMethod: "request" });
  const requestCode = (body as { requestCode: string }).requestCode;
  const met: Crowd = {
    answers: new Map(),
    slowest: 0,
    comeBack: 0,
    latest: 0,
    before: sizeOf(shop.pid),
    most: null,
    after: null,
    faults: [],
  };

  const sockets: Socket[] = [];
  for (const kind of Object.keys(coming) as (keyof typeof nuisances)[]) {
    const opened = Array.from({ length: coming[kind] ?? 0 }, () => nuisances[kind](shop.address, { productId, requestCode }));
    sockets.push(...(await Promise.all(opened)));
  }
  const watching = setInterval(() => {
    const size = sizeOf(shop.pid);
    if (size && size.memory > (met.most?.memory ?? 0))
      met.most = { memory: size.memory, files: Math.max(size.files, met.most?.files ?? 0) };
  }, 100);
  try {
    // An owner whose browser logged in before comes first, whoever tries passwords.
    await owner.logInAgain().catch((cause: Error) => met.faults.push(cause.message));
    let left = buyers;
    const buyer = async () => {
      while (left > 0) {
        left -= 1;
        await buy(shop.address, productId, left, met);
      }
    };
    await Promise.all(Array.from({ length: 4 }, buyer));
  } finally {
    clearInterval(watching);
    for (const socket of sockets) socket.destroy();
  }

  const allowed = (met.before?.files ?? 0) + 20;
  for (const until = performance.now() + BACK_WITHIN_MS; performance.now() < until; await wait(100)) {
    met.after = sizeOf(shop.pid);
    if (met.after === null || met.after.files <= allowed) break;
  }
  if (met.after && met.after.files > allowed)
    met.faults.push(`${met.after.files} files are open afterwards, ${met.before?.files} were before`);
  const failures = shop
    .said()
    .split("\n")
    .filter((line) => line.includes('"level":"error"'));
  met.faults.push(...failures.map((line) => `the shop logged ${line.slice(0, 1_000)}`), ...verify({ DATA_DIR: shop.dataDir }));
  return met;
}

/** A buyer, who respects Retry-After like the shop's own page. */
async function buy(address: string, productId: string, nth: number, met: Crowd): Promise<void> {
  const startedAt = performance.now();
  for (;;) {
    const askedAt = performance.now();
    const { status, mayComeBack } = await ask(address, productId, nth);
    met.slowest = Math.max(met.slowest, performance.now() - askedAt);
    met.answers.set(status, (met.answers.get(status) ?? 0) + 1);
    if (status === 201 || status === 303 || status === 302) break;
    const hasPicture = nth % 3 === 0;
    if (!mayComeBack || !hasPicture || performance.now() - startedAt > BACK_WITHIN_MS) {
      met.faults.push(`buyer ${nth} was answered ${status}`);
      return;
    }
    met.comeBack += 1;
    await wait(COMES_BACK_MS);
  }
  met.latest = Math.max(met.latest, performance.now() - startedAt);
}

async function ask(address: string, productId: string, nth: number): Promise<{ status: number; mayComeBack: boolean }> {
  const common = { method: "POST", redirect: "manual", signal: AbortSignal.timeout(20_000) } as const;
  try {
    const answer = await fetch(...requestOf(address, productId, nth, common));
    await answer.text();
    return { status: answer.status, mayComeBack: answer.headers.has("retry-after") };
  } catch {
    return { status: 0, mayComeBack: false };
  }
}

function requestOf(address: string, productId: string, nth: number, common: RequestInit): [string, RequestInit] {
  const order = { productId, quantity: "1", paymentMethod: "request" };
  if (nth % 3 === 1)
    return [`${address}/product/${productId}/order`, { ...common, headers: { origin: address }, body: new URLSearchParams(order) }];
  if (nth % 3 === 2) {
    const body = JSON.stringify({ ...order, quantity: 1 });
    return [`${address}/api/orders`, { ...common, headers: { "content-type": "application/json" }, body }];
  }
  const body = new FormData();
  for (const [name, value] of Object.entries({ ...order, paymentMethod: "amazon", giftCardCode: `AB${String(nth).padStart(8, "0")}` }))
    body.set(name, value);
  body.set("paymentProof", new File([PICTURE], "card.png", { type: "image/png" }));
  return [`${address}/api/orders`, { ...common, body }];
}
