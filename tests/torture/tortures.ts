// The long versions of the tests in tests/start that have a short one, with timings; and the
// scanners.

import { noHosts } from "../support/processes/hosts.ts";
import { startShop } from "../support/processes/running-shop.ts";
import { noSmallDisk } from "../support/processes/small-disk.ts";
import { attacks, underAttack } from "./attackers/attackers.ts";
import { crashes } from "./crash.ts";
import { crowd, type Nuisances } from "./crowds.ts";
import { copyFromEarlier } from "./earlier-postgres.ts";
import { clockSetBack, databaseFrozen, databaseStopped, holderFrozen, mailAway, serverFrozen } from "./faults/faults.ts";
import { diskFull, pictureDiskFull } from "./faults/full-disks.ts";
import { mailRefuses } from "./faults/mail-refuses.ts";
import { storageAway } from "./faults/storage-away.ts";
import { lyingBank } from "./lying-bank.ts";
import { failOnHosts } from "./machines/hosts.ts";
import { outlive } from "./machines/machine-faults.ts";
import { heldAcross } from "./machines/one-shop.ts";
import { loseEverything } from "./machines/restored.ts";
import { updateWithoutABreak } from "./machines/rolling.ts";
import { setUpByMachines } from "./machines/set-up.ts";
import { withMachines } from "./machines/several-machines.ts";
import { EMAILS_WITHIN_MS } from "./machines/severed.ts";
import { updateOneByOne } from "./machines/updated.ts";
import { malform } from "./malformed/malformed.ts";
import { cramped } from "./memory.ts";
import { noMemoryGroup } from "./memory-group.ts";
import { asOwner } from "./owners-calls.ts";
import { paymentCrashes } from "./payments.ts";
import { rush } from "./rush.ts";
import { isInstalled, type Scan, sqlmapScans, wapitiScans } from "./scanners.ts";

const KILLS = 50;
const LYING_ALERTS = 60;
const BACK_WITHIN_MS = 3_000;
const MALFORMED = 100_000;
const ANSWERED_WITHIN_MS = 2_000;
const AWAY_MS = 30_000;
const FROZEN_MS = 10_000;
const MAIL_AWAY_MS = 40_000;
const ROLLING = { orders: 1_000, perSecond: 30 };
const FRESH_WITHIN_MS = 1_000;
const ATTACKED_MS = 20_000;
const GROUP_BYTES = 2 ** 30;

const tortures: Record<string, () => Promise<boolean>> = {
  crash,
  payments,
  bank,
  rush: rushes,
  faults,
  machines,
  malformed,
  crowds,
  attackers,
  memory,
  postgres,
  scanners,
};
const [wanted, ...words] = process.argv.slice(2);
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

/** Kills the shop between any two steps of paying and settling. */
async function payments(): Promise<boolean> {
  const sums = { paid: 0, delivered: 0, faults: 0, slowest: 0 };
  for await (const { paid, delivered, faults, backAfter } of paymentCrashes(KILLS)) {
    sums.paid += paid;
    sums.delivered += delivered;
    sums.faults += faults.length;
    sums.slowest = Math.max(sums.slowest, backAfter);
    for (const fault of faults) console.log(`  ${fault}`);
  }
  console.log(
    `the server killed ${KILLS} times while buyers paid: ${sums.paid} payments, ${sums.delivered} of them delivered, the others under review or to be refunded, ${sums.faults} faults; back after at most ${ms(sums.slowest)}`,
  );
  return sums.faults === 0 && sums.paid > 0;
}

/** A bank that lies: alerts of money that never reaches the statement. */
async function bank(): Promise<boolean> {
  const { alerts, delivered, lost, lostRupees, faults: wrong } = await lyingBank(LYING_ALERTS);
  console.log(
    `a bank that lies in ${alerts} alerts at once: ${delivered} orders delivered, ${lost} of them for nothing, ${Math.round(lostRupees)} rupees lost; ${wrong.length} faults`,
  );
  for (const fault of wrong) console.log(`  ${fault}`);
  return wrong.length === 0 && lost > 0;
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

async function faults(): Promise<boolean> {
  const held: [string, () => ReturnType<typeof databaseFrozen>][] = [
    ["the database frozen for 30 s", () => databaseFrozen(AWAY_MS)],
    ["the operator's PostgreSQL stopped for 30 s", () => databaseStopped(AWAY_MS)],
    ["the shop's process frozen for 10 s", () => serverFrozen(FROZEN_MS)],
    ["the mail server away for 40 s, longer than the first wait", () => mailAway(MAIL_AWAY_MS)],
    ["the mail server refusing for 40 s, every other letter for good", () => mailRefuses(MAIL_AWAY_MS)],
    ["the storage of the pictures away for 30 s", () => storageAway(AWAY_MS)],
    ["the clock set back by an hour", () => clockSetBack(FROZEN_MS)],
  ];
  if (noSmallDisk === "") {
    held.push(["the whole shop's disk full for 30 s", () => diskFull(AWAY_MS)]);
    held.push(["the pictures' disk full for 10 s", () => pictureDiskFull(FROZEN_MS)]);
  } else console.log(`full disks${noSmallDisk}`);

  let isWell = true;
  for (const [what, suffer] of held) {
    const { answers, slowest, acknowledged, healedAfter, faults: wrong } = await suffer();
    const answerCounts = [...answers].map(([status, count]) => `${count} × ${status}`).join(", ");
    console.log(
      `${what}: ${acknowledged} acknowledged orders, ${wrong.length} faults; answers ${answerCounts}, the slowest after ${ms(slowest)}; well again after ${ms(healedAfter)}`,
    );
    for (const fault of wrong) console.log(`  ${fault}`);
    isWell &&= wrong.length === 0;
  }
  const { orderedAfter, faults: wrong } = await holderFrozen();
  console.log(`one of two processes frozen while it holds a product: the other sold it after ${ms(orderedAfter)}, ${wrong.length} faults`);
  for (const fault of wrong) console.log(`  ${fault}`);
  return isWell && wrong.length === 0;
}

/** Three server processes behind a balancer, each failing in turn. */
async function machines(): Promise<boolean> {
  let isWell = true;
  await withMachines(3, async (several) => {
    const { faults: apart, freshAfter } = await heldAcross(several);
    console.log(
      `three machines as one shop: ${apart.length} faults; a stock change was on every page after ${ms(freshAfter)} (${ms(FRESH_WITHIN_MS)} allowed)`,
    );
    for (const fault of apart) console.log(`  ${fault}`);
    isWell = apart.length === 0 && freshAfter <= FRESH_WITHIN_MS;
    for (const [what, holdMs] of [
      ["frozen", AWAY_MS],
      ["cut off from the database", AWAY_MS],
      ["stopped", FROZEN_MS],
    ] as const) {
      const { faults: wrong, acknowledged, meanwhile, answers } = await outlive(several, what, holdMs);
      console.log(
        `one of them ${what} for ${ms(holdMs)}: ${acknowledged} acknowledged orders, ${meanwhile} of them meanwhile, ${wrong.length} faults; answers ${counted(answers)}`,
      );
      for (const fault of wrong) console.log(`  ${fault}`);
      isWell &&= wrong.length === 0;
    }
  });
  return (await onHosts()) && (await lifeOfMachines()) && isWell;
}

/** How machines of one shop begin, are updated one after the other, and are lost and restored. */
async function lifeOfMachines(): Promise<boolean> {
  const wrong = await setUpByMachines(3);
  console.log(`three machines of a new shop: ${wrong.length} faults`);
  const updated = await withMachines(3, updateOneByOne);
  console.log(
    `three machines updated one after the other: ${updated.acknowledged} acknowledged orders, ${updated.faults.length} faults; ` +
      `those left behind were left out after ${ms(updated.leftOutAfter)}; answers ${counted(updated.answers)}`,
  );
  const { orders, perSecond } = ROLLING;
  const rolled = await withMachines(2, (machines) => updateWithoutABreak(machines, orders, perSecond));
  console.log(
    `two machines updated without a break under ${perSecond} orders a second: answers ${counted(rolled.answers)}, the slowest after ${ms(rolled.slowest)}; ${rolled.faults.length} faults`,
  );
  const lost = await loseEverything(2);
  console.log(
    `two machines and their database lost after a backup: ${lost.goneOut} IDs had gone out, ${lost.soldAgain} of them were sold again, ${lost.faults.length} faults`,
  );
  const faults = [...wrong, ...updated.faults, ...rolled.faults, ...lost.faults];
  for (const fault of faults) console.log(`  ${fault}`);
  return faults.length === 0;
}

/**
 * The same on simulated hosts in network namespaces, where a host really loses its connection to
 * the database.
 */
async function onHosts(): Promise<boolean> {
  if (noHosts !== "") {
    console.log(`hosts of their own${noHosts}`);
    return true;
  }
  const { severed, outlived } = await failOnHosts({
    machines: 2,
    cuts: ["swallowed", "unplugged"],
    cutMs: AWAY_MS,
    afterwardsMs: EMAILS_WITHIN_MS,
    outlived: [
      ["cut off from the database", FROZEN_MS],
      ["frozen", AWAY_MS],
      ["stopped", 0],
    ],
  });
  for (const [how, { acknowledged, meanwhile, staleFor, foundOutAfter, slowest, healedAfter, notifiedAfter, faults: wrong }] of severed) {
    console.log(
      `one of two hosts whose way to the database was ${how}: ${acknowledged} acknowledged orders, ${meanwhile} of them meanwhile, ${wrong.length} faults; ` +
        `found out after ${ms(foundOutAfter)}, slowest answer ${ms(slowest)}, the stock of before shown for ${ms(staleFor)}; ` +
        `well again after ${ms(healedAfter)}, open pages notified after ${ms(notifiedAfter)}`,
    );
    for (const fault of wrong) console.log(`  ${fault}`);
  }
  for (const [what, { acknowledged, meanwhile, faults: wrong }] of outlived) {
    console.log(`one of two hosts ${what}: ${acknowledged} acknowledged orders, ${meanwhile} of them meanwhile, ${wrong.length} faults`);
    for (const fault of wrong) console.log(`  ${fault}`);
  }
  return [...severed, ...outlived].every(([, { faults: wrong }]) => wrong.length === 0);
}

/** `npm run torture -- malformed 1234 250` repeats the requests of seed 1234. */
async function malformed(): Promise<boolean> {
  const [seed = Math.floor(Math.random() * 2 ** 31), count = MALFORMED] = words.map(Number);
  console.log(`${count} malformed requests of the seed ${seed}`);
  const shop = await startShop();
  try {
    const { answers, slowest, faults } = await malform(shop, { seed, count });
    for (const fault of faults) console.log(`  ${fault}`);
    console.log(`${counted(answers)}; slowest ${ms(slowest)}; ${faults.length} faults`);
    return faults.length === 0;
  } finally {
    await shop.stop();
  }
}

async function crowds(): Promise<boolean> {
  let isWell = true;
  const coming: Nuisances[] = [
    {},
    { idle: 3_000 },
    { "slow head": 1_000, "slow body": 1_000, "huge head": 200 },
    { "slow reader": 300, greedy: 300 },
    { "unread events": 1_500 },
    { "half upload": 40, "cut upload": 40 },
    { "admin upload": 40 },
    { "wrong passwords": 60 },
  ];
  for (const nuisances of coming) {
    const shop = await startShop({ TRUST_PROXY: "1" });
    try {
      const { answers, slowest, comeBack, latest, before, most, after, faults } = await crowd(shop, nuisances, 240);
      const who = Object.entries(nuisances).map(([kind, count]) => `${count} × ${kind}`);
      const sizes = [before, most, after].map((size) => (size ? `${Math.round(size.memory / 1e6)} MB and ${size.files} files` : "unknown"));
      console.log(`${who.join(", ") || "nobody"}: 240 buyers were answered ${counted(answers)}, slowest ${ms(slowest)}`);
      console.log(
        `  ${comeBack} answers with Retry-After, everybody served within ${ms(latest)}; ${sizes.join(" → ")}; ${faults.length} faults`,
      );
      for (const fault of faults) console.log(`  ${fault}`);
      isWell &&= faults.length === 0;
    } finally {
      await shop.stop();
    }
  }
  return isWell;
}

/** `npm run torture -- attackers "pay again"` repeats one of them. */
async function attackers(): Promise<boolean> {
  let isWell = true;
  for (const name of Object.keys(attacks) as (keyof typeof attacks)[]) {
    if (words.length > 0 && !words.includes(name)) continue;
    const { reached, served, faults: wrong } = await underAttack(name, ATTACKED_MS);
    console.log(
      `${name}: ${reached}\n  ${served.buyers} honest buyers, the slowest served within ${ms(served.slowest)}; ${wrong.length} faults`,
    );
    for (const fault of wrong) console.log(`  ${fault}`);
    isWell &&= wrong.length === 0;
  }
  return isWell;
}

/** A shop in a control group of 1 GB. */
async function memory(): Promise<boolean> {
  if (noMemoryGroup !== "") {
    console.log(`a group of 1 GB${noMemoryGroup}`);
    return true;
  }
  const { before, most, pictures, bodies, buyers, faults: wrong } = await cramped(GROUP_BYTES);
  const [ofStart, ofAll] = [before, most].map((bytes) => `${Math.round(bytes / 1e6)} MB`);
  console.log(
    `40 guests' bodies at once, ${bodies} in all, and 12 small AVIF pictures (${counted(pictures)}) in a group of 1 GB: ${ofStart} → at most ${ofAll}; ${buyers} honest buyers, ${wrong.length} faults`,
  );
  for (const fault of wrong) console.log(`  ${fault}`);
  return wrong.length === 0;
}

/** The built-in database of the former PostgreSQL, whose programs npm brings, becomes one of this. */
async function postgres(): Promise<boolean> {
  const { version, rows, tookMs, faults: wrong } = await copyFromEarlier();
  console.log(`${rows} rows of PostgreSQL ${version} copied into this PostgreSQL: ${ms(tookMs)}, ${wrong.length} faults`);
  for (const fault of wrong) console.log(`  ${fault}`);
  return wrong.length === 0;
}

/** The findings of wapiti and sqlmap, if installed, in a shop with sample data. */
async function scanners(): Promise<boolean> {
  const shop = await startShop({ SAMPLE_DATA: "on" });
  let isWell = true;
  try {
    for (const [name, scans] of Object.entries({ wapiti: wapitiScans, sqlmap: sqlmapScans })) {
      if (words.length > 0 && !words.includes(name)) continue;
      if (!isInstalled(name)) {
        console.log(`${name} is not installed and found nothing (on Debian: apt-get install ${name})`);
        continue;
      }
      for await (const scan of scans(shop)) isWell = reportScan(scan) && isWell;
    }
    for (const line of shop.said().split("\n")) if (line.includes('"level":"error"')) console.log(`  the shop: ${line}`);
  } finally {
    await shop.stop();
  }
  return isWell;
}

function reportScan({ who, command, answers, found }: Scan): boolean {
  console.log(`\nas ${who}: ${command}\n  ${counted(answers)}\n  ${found.length === 0 ? "found nothing" : found.join("\n  ")}`);
  return found.length === 0;
}

function counted(answers: Map<number, number>): string {
  const sorted = [...answers].sort(([one], [other]) => one - other);
  return sorted.map(([status, times]) => `${times} × ${status === 0 ? "closed" : status}`).join(", ");
}

function ms(value: number): string {
  return `${Math.round(value)} ms`;
}
