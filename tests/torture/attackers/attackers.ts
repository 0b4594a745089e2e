import { verify } from "../aftermath.ts";
import { openAttackedShop } from "./attacked-shop.ts";
import { type Attack, fillMailbox, payAgain, type Reached, searchCodes, takeInstantIds, takeUpiAmounts } from "./attacks.ts";
import { sendLargeBodies, tryPasswords } from "./connections.ts";
import { honestBuyers, type Served } from "./honest-buyers.ts";

/** The attacks by name. */
export const attacks = {
  "UPI amounts": takeUpiAmounts,
  "instant delivery": takeInstantIds,
  "wrong passwords": tryPasswords,
  "large bodies": sendLargeBodies,
  "one mailbox": fillMailbox,
  "pay again": payAgain,
  "search for codes": searchCodes,
} as const satisfies Record<string, Attack>;

/** What an attacker reached, what honest buyers met meanwhile, and all faults. */
export type Attacked = Reached & { served: Served };

/**
 * Lets one attacker attack a running shop with the limits of a new one for a time, while honest
 * buyers order and pay. The defence must hold, every buyer be served, and the shop be whole.
 */
export async function underAttack(name: keyof typeof attacks, forMs: number): Promise<Attacked> {
  const at = await openAttackedShop();
  try {
    const until = performance.now() + forMs;
    const isOver = () => performance.now() > until;
    const serving = honestBuyers(at, isOver);
    const [{ reached, faults }, served] = await Promise.all([attacks[name](at, { isOver, served: serving }), serving]);
    const all = [...faults, ...served.faults];
    if (served.buyers === 0) all.push("no honest buyer came");
    const failures = at.shop
      .said()
      .split("\n")
      .filter((line) => line.includes('"level":"error"'));
    all.push(...failures.map((line) => `the shop logged ${line.slice(0, 1_000)}`), ...verify({ DATA_DIR: at.shop.dataDir }));
    return { reached, served, faults: all };
  } finally {
    await at.stop();
  }
}
