// The long forms of tests/start/crash.test.ts and rush.test.ts, with how long things took.
import { startShop } from "../support/running-shop.ts";
import { crashes } from "./crash.ts";
import { asOwner } from "./owners-calls.ts";
import { rush } from "./rush.ts";

const KILLS = 50;
const BACK_WITHIN_MS = 3_000;
const ANSWERED_WITHIN_MS = 2_000;

const tortures: Record<string, () => Promise<boolean>> = { crash, rush: rushes };
const [wanted] = process.argv.slice(2);
const chosen = Object.entries(tortures).filter(([name]) => wanted === undefined || name === wanted);
if (chosen.length === 0) throw new Error(`npm run torture -- ${Object.keys(tortures).join(" | ")}`);
let isWhole = true;
for (const [, torture] of chosen) isWhole = (await torture()) && isWhole;
console.log(isWhole ? "\nNothing was lost, and everything was in time." : "\nNot all is well.");
process.exitCode = isWhole ? 0 : 1;

async function crash(): Promise<boolean> {
  let isWell = true;
  for (const what of ["server", "database"] as const) {
    const back: number[] = [];
    let orders = 0;
    let faults = 0;
    for await (const killed of crashes(what, KILLS)) {
      back.push(killed.backAfter);
      orders += killed.acknowledged;
      faults += killed.faults.length;
      for (const fault of killed.faults) console.log(`  ${fault}`);
    }
    back.sort((one, other) => one - other);
    const [median = 0, slowest = 0] = [back[Math.floor(back.length / 2)], back.at(-1)];
    console.log(
      `the ${what} killed ${KILLS} times: ${orders} acknowledged orders, ${faults} faults; back after ${ms(median)}, at most ${ms(slowest)} (${ms(BACK_WITHIN_MS)} allowed)`,
    );
    isWell &&= faults === 0 && slowest <= BACK_WITHIN_MS;
  }
  return isWell;
}

async function rushes(): Promise<boolean> {
  const shop = await startShop();
  try {
    const owner = await asOwner(shop);
    let isWell = true;
    for (const { products, isStormy } of [
      { products: 1, isStormy: false },
      { products: 20, isStormy: true },
    ]) {
      const { answers, slowest, placed } = await rush(shop, owner, { buyers: 500, products, isStormy });
      const others = [...answers].map(([status, count]) => `${count} × ${status}`).join(", ");
      console.log(`500 buyers, ${products} × 10 IDs${isStormy ? ", in a storm" : ""}: ${others}; slowest answer ${ms(slowest)}`);
      const isFair = placed.every((count) => count === 10) && [...answers.keys()].every((status) => status === 201 || status === 409);
      isWell &&= isFair && slowest <= ANSWERED_WITHIN_MS;
    }
    return isWell;
  } finally {
    await shop.stop();
  }
}

function ms(value: number): string {
  return `${Math.round(value)} ms`;
}
