import { setTimeout as wait } from "node:timers/promises";
import { openMailServer } from "../support/mail-server.ts";
import { FOUND_OUT_MS, withLetters, withShop } from "./fault-shops.ts";
import { asOwner, type OwnersCalls } from "./owners-calls.ts";
import { type Suffered, underFault, unnoticed } from "./under-fault.ts";

const FAILED_WITHIN_MS = 20_000;
const NOT_NOW = 451;
const NEVER = 550;

/**
 * The mail server refuses every letter: every other buyer's for good, all others for now. No visitor notices. Those refused for good are *Not sent* at once, and
 * the owner sends them again when the server has come to its senses; the others go by themselves. Each comes, once.
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
    const suffered = await withShop(await withLetters(Number(new URL(mail.url).port)), async (shop, environment) => {
      // Of what is *Not sent* because it came too late, none is left then.
      await (await asOwner(shop)).wantNoLetters();
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
    const wasTried = refused.size > 0 && refusedForGood.size > 0;
    return unnoticed(wasTried ? suffered : { ...suffered, faults: [...suffered.faults, "the mail server refused nothing"] });
  } finally {
    await mail.close();
  }
}

/** A letter that was refused just now is *Not sent* a moment later. */
async function sendAgain(owner: OwnersCalls, howMany: number): Promise<void> {
  let sent = 0;
  for (const until = performance.now() + FAILED_WITHIN_MS; sent < howMany && performance.now() < until; await wait(100))
    sent += await owner.sendFailedLettersAgain();
  if (sent !== howMany) throw new Error(`${howMany} letters were refused for good, and ${sent} were to be sent again`);
}
