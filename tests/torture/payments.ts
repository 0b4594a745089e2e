import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { FakeProviderServer } from "#server/fake-provider/open-fake.ts";
import { WEBHOOK_SECRET } from "../support/payments/providers.ts";
import { openRazorpayServer, razorpayAccount } from "../support/payments/razorpay-server.ts";
import { sendSignal } from "../support/processes/processes.ts";
import { freePort, startShop } from "../support/processes/running-shop.ts";
import { verify } from "./aftermath.ts";
import { freshIds } from "./crash.ts";
import { asOwner, type OwnersCalls } from "./owners-calls.ts";
import { type Paid, startBuyers } from "./paying-buyers.ts";

/**
 * The result of a crash: the time until the shop was ready again (ms), the number of payments that
 * buyers made at the provider, how many of them delivered an order, and the faults; there must be
 * none.
 */
export type PaymentCrash = { backAfter: number; paid: number; delivered: number; faults: string[] };

const BUYERS = 4;
const IDS = 500;
/**
 * Every this many crashes buyers pay a rupee too little, so that their money waits for the owner.
 */
const SHORT_EVERY = 4;
const SHORT_PAISE = 49_800;
/**
 * The whole shop is verified after the last of this many crashes,
 * because that takes longer than a crash.
 */
const VERIFIED_EVERY = 5;
/** Every payment must be found within this time after the shop is back. */
const FOUND_WITHIN_MS = 30_000;

/**
 * Kills the shop with SIGKILL at a random moment while buyers order and pay at a provider, `times`
 * times on the same data: before or after any step of opening, paying and settling. After each
 * crash, checks that every payment at the provider stands in the books once and has delivered its
 * order, or is under review or to be refunded, and in the end that the whole shop is right. [S10.5]
 * [S10.9]
 */
export async function* paymentCrashes(times: number): AsyncGenerator<PaymentCrash> {
  const dataDir = await mkdtemp(join(tmpdir(), "trackside-paying-"));
  await chmod(dataDir, 0o711);
  const fake = await openRazorpayServer();
  const environment = { DATA_DIR: dataDir, PORT: String(await freePort()), RAZORPAY_API_URL: fake.url };
  let shop = await startShop(environment);
  const seen = new Set<string>();
  try {
    const owner = await asOwner(shop);
    await owner.deliverToOneNetwork();
    await owner.takeRazorpay({ ...razorpayAccount, webhookSecret: WEBHOOK_SECRET });
    await fake.turn({ hourMs: 1_000 });
    for (let time = 0; time < times; time += 1) {
      await fake.hookTo({ url: `${shop.address}/api/payments/razorpay/events`, secret: WEBHOOK_SECRET });
      await fake.turn({ paid: time % SHORT_EVERY === SHORT_EVERY - 1 ? { paise: SHORT_PAISE } : {} });
      const productId = await (await asOwner(shop)).putOnSale("Paid account", freshIds(IDS));
      const buyers = startBuyers(shop.address, productId, BUYERS);
      await wait(300 + Math.random() * 1_000);

      sendSignal(shop.pid, "SIGKILL");
      const killedAt = performance.now();
      await shop.stop();
      shop = await startShop(environment);
      const backAfter = performance.now() - killedAt;
      await buyers.stop();

      const paid = (await paymentsAt(fake)).filter(({ payment }) => !seen.has(payment));
      for (const { payment } of paid) seen.add(payment);
      const { delivered, faults } = await unsettled(await asOwner(shop), paid);
      const isVerified = (time + 1) % VERIFIED_EVERY === 0 || time === times - 1;
      if (isVerified) faults.push(...verify({ DATA_DIR: dataDir }));
      yield { backAfter, paid: paid.length, delivered, faults };
    }
  } finally {
    await shop.stop();
    await fake.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** The payments that were made at the provider, with the order that each was made for. */
async function paymentsAt(fake: FakeProviderServer): Promise<Paid[]> {
  const { pages } = await fake.state();
  return pages.flatMap(({ reference, payments }) =>
    payments.map((payment) => ({ payment, requestCode: reference.split("-").slice(0, 2).join("-") })),
  );
}

/**
 * Waits until the shop knows each payment. Returns how many delivered their order,
 * and what is wrong.
 */
async function unsettled(owner: OwnersCalls, paid: Paid[]): Promise<{ delivered: number; faults: string[] }> {
  const faults: string[] = [];
  let delivered = 0;
  const until = performance.now() + FOUND_WITHIN_MS;
  for (const { payment, requestCode } of paid) {
    let found = await owner.paymentsBy(payment);
    for (; found.length === 0 && performance.now() < until; found = await owner.paymentsBy(payment)) await wait(100);
    const [known, ...more] = found;
    if (!known || more.length > 0) {
      faults.push(`the payment ${payment} for ${requestCode} is in the books ${found.length} times`);
      continue;
    }
    const status = await owner.statusOf(requestCode);
    const isDelivered = known.state === "matched" && known.requestCode === requestCode && status === "approved";
    if (isDelivered) delivered += 1;
    else if (known.state !== "review" && known.state !== "refund due")
      faults.push(`the payment ${payment} is ${known.state}, and its order ${requestCode} is ${status}`);
  }
  return { delivered, faults };
}
