import { setTimeout as wait } from "node:timers/promises";
import { openMailServer } from "#tests/support/servers/mail-server.ts";
import { asOwner, type OwnersCalls } from "../owners-calls.ts";
import { FOUND_OUT_MS, withEmails, withShop } from "./fault-shops.ts";
import { type Suffered, underFault, unnoticed } from "./under-fault.ts";

const FAILED_WITHIN_MS = 20_000;
const NOT_NOW = 451;
const NEVER = 550;

/**
 * The mail server refuses every email: every other buyer's permanently, the rest temporarily. No
 * visitor notices. Permanently refused emails are *Not sent* at once, and the owner sends them
 * again once the server works; the others are retried automatically. Each arrives once.
 */
export async function mailRefuses(holdMs: number): Promise<Suffered> {
  const [refused, refusedForGood] = [new Set<string>(), new Set<string>()];
  let isRefusing = false;
  const mail = await openMailServer({
    answer(address) {
      if (!isRefusing) return null;
      const isForGood = /[13579]@example\.com$/.test(address);
      (isForGood ? refusedForGood : refused).add(address);
      return isForGood ? NEVER : NOT_NOW;
    },
  });
  try {
    const suffered = await withShop(await withEmails(Number(new URL(mail.url).port)), async (shop, environment) => {
      // So no email is *Not sent* merely because it came too late.
      await (await asOwner(shop)).wantNoEmails();
      return underFault(
        { shop, environment, mail: () => mail },
        {
          async begin() {
            isRefusing = true;
          },
          async end() {
            isRefusing = false;
            await sendAgain(await asOwner(shop), refusedForGood.size);
          },
        },
        holdMs,
        FOUND_OUT_MS,
      );
    });
    const wasAttempted = refused.size > 0 && refusedForGood.size > 0;
    return unnoticed(wasAttempted ? suffered : { ...suffered, faults: [...suffered.faults, "the mail server refused nothing"] });
  } finally {
    await mail.close();
  }
}

/** A refused email becomes *Not sent* a moment later, so wait for it. */
async function sendAgain(owner: OwnersCalls, howMany: number): Promise<void> {
  let sent = 0;
  for (const until = performance.now() + FAILED_WITHIN_MS; sent < howMany && performance.now() < until; await wait(100))
    sent += await owner.sendFailedEmailsAgain();
  if (sent !== howMany) throw new Error(`${howMany} emails were refused for good, and ${sent} were to be sent again`);
}
