import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openFake } from "../fake-provider/open-fake.ts";
import { openTryOut, setUpRazorpay } from "./try-out-shop.ts";

const program = fileURLToPath(new URL("../fake-provider/razorpay-process.ts", import.meta.url));

/**
 * `try-payments`: opens a shop of its own in a temporary folder, whose payments by Razorpay go to a
 * program on this machine, until it is stopped; then deletes it. It gets nothing of the
 * environment but the port, so that it cannot reach the real shop's data, mail or keys.
 */
export async function tryPayments(): Promise<void> {
  // Listened to from the start: whoever stops it before it is open leaves no folder behind either.
  const stopped = untilStopped();
  const folder = await mkdtemp(join(tmpdir(), "trackside-try-out-"));
  await chmod(folder, 0o711);
  const keys = { keyId: `rzp_test_${draw()}`, keySecret: draw(), webhookSecret: draw() };
  const owner = { email: "owner@try-out.example", password: draw() };
  try {
    console.log("Opening a shop to try payments in …");
    const fake = await openFake(program, keys);
    const shop = await openTryOut({ dataDir: join(folder, "data"), owner, razorpayUrl: fake.url }).catch(async (error) => {
      await fake.close();
      throw error;
    });
    try {
      const { address } = shop;
      await setUpRazorpay(address, owner, keys);
      await fake.hookTo({ url: `${address}/api/payments/razorpay/events`, secret: keys.webhookSecret });
      console.log(explanation(address, owner));
      await Promise.race([stopped, shop.ended]);
    } finally {
      await shop.stop();
      await fake.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    console.log("The shop to try payments in is deleted.");
  }
}

function explanation(address: string, owner: { email: string; password: string }): string {
  return `
This is a shop to try payments in. No money moves, and your own shop is not touched.

  1. Order a product at ${address}/products and choose Razorpay.
  2. Pay on the page that opens. It stands in for Razorpay's own.
  3. See the money at ${address}/admin/money
     Log in with ${owner.email} and the password ${owner.password}

Press Ctrl+C to stop it. Then everything in it is deleted.`;
}

function draw(): string {
  return randomBytes(12).toString("hex");
}

/** Resolves when the operator, or the program that started this one, ends it. */
async function untilStopped(): Promise<void> {
  const over = new AbortController();
  await Promise.race(["SIGINT", "SIGTERM", "SIGHUP", "disconnect"].map((name) => once(process, name, { signal: over.signal })));
  over.abort();
}
