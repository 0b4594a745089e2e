import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { jobs } from "#platform/jobs/jobs.server.ts";
import { noMail } from "#platform/mail/mail.ts";
import { countingTries } from "#platform/tries.server.ts";
import { openVault } from "#platform/vault.server.ts";
import { ledgerSettings } from "#shop/ledger/ledger-key.server.ts";
import { outboxStatement } from "#shop/letters/queue-letter.server.ts";
import { countHolds, insertOrder, lockHolder, lockProduct } from "./single-order.ts";

const countTry = countingTries({ vault: openVault("counts a try"), db: null as never, now: () => new Date() }, [
  { who: "", most: 1, windowMs: 1 },
]).text;
const DEBIAN = "/usr/lib/postgresql";
/** What the shop puts in for `$1`, `$2`, … of `insertOrder`: drawn by the database, because pgbench can only draw numbers. */
const drawn = [
  "'order-' || :drawn",
  "'REQ-' || :drawn",
  "PRODUCT",
  "'Verified account'",
  "1",
  "49900",
  "49900",
  "'request'",
  "null",
  "null",
  "null",
  "null",
  "null",
  "SEALED",
  "sha256(gen_random_uuid()::text::bytea)",
  "array[sha256(gen_random_uuid()::text::bytea)]",
  "null",
  "null",
  "now()",
  "ADDRESS",
];

/** What every connection of the benchmark needs to write the ledger, and the secret of the shop beside it. */
export const BENCH_SECRET = "everything that a benchmark seals and signs";
export const benchVault = openVault(BENCH_SECRET);
export const benchLedger = ledgerSettings({ vault: benchVault });

/** The letters to buyer and owner, as they are kept where no mail is set up. */
const keepLetters = outboxStatement({ mail: noMail, jobs, now: () => new Date(), vault: benchVault }, [
  { kind: "order-placed", to: { email: "buyer@shop.example" }, orderId: "" },
  { kind: "new-order", to: "owner", orderId: "" },
]);
/** What stands for `$1`, `$2`, … of that statement. */
const drawnLetters = [
  "'kept'",
  "now()",
  "null",
  "array['letter-' || :drawn, 'other-' || :drawn]",
  "array['order-placed', 'new-order']",
  "array['order-' || :drawn, 'order-' || :drawn]",
  "array[null, null]",
  "array[SEALED, null]",
  "array['{}', '{}']",
];
/** As long as a sealed address of e-mail. */
const sealed = "decode(repeat(md5(:drawn::text), 4), 'hex')";
const address = "sha256(int8send(:address))";

/** The yardstick: Debian's pgbench. Throws a sentence that says how to get it. */
export function findPgbench(): string {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const found = [...versions.map((version) => join(DEBIAN, version, "bin/pgbench")), "pgbench"].find(
    (file) => spawnSync(file, ["--version"]).status === 0,
  );
  if (!found) throw new Error("pgbench is missing. Get it with: apt-get install postgresql-contrib");
  return found;
}

/**
 * Writes the shop's own statements of placing one order as a pgbench script, sent as the shop sent them before it took orders together: two round trips, each
 * order a transaction and from an address of its own.
 */
export function writeScript(file: string, product: string, products: number): void {
  const named = `'${product}' || :n`;
  const filled = (text: string, values: string[]) =>
    fill(
      text,
      values.map((value) => value.replace("PRODUCT", named).replace("ADDRESS", address).replace("SEALED", sealed)),
    );
  writeFileSync(
    file,
    [
      `\\set n random(1, ${products})`,
      "\\set drawn random(1, 4000000000000000000)",
      "\\set address random(1, 16777216)",
      "\\startpipeline",
      `${filled(countTry, [`array[substr(${address}, 1, 16)]`, "array[60000]", "now()"])};`,
      "begin;",
      `${filled(lockHolder.text, ["array[:address::bigint]"])};`,
      `${filled(lockProduct.text, ["PRODUCT"])};`,
      `${filled(countHolds.text, ["null", "null", "array[ADDRESS]"])};`,
      "\\endpipeline",
      "\\startpipeline",
      `${filled(insertOrder.text, drawn)};`,
      `${filled(keepLetters.text, drawnLetters)};`,
      "commit;",
      "\\endpipeline",
      "",
    ].join("\n"),
  );
}

/** Runs a script with so many clients for so long and tells the transactions a second. */
export async function runPgbench(pgbench: string, databaseUrl: string, script: string, clients: number, seconds: number): Promise<number> {
  const url = new URL(databaseUrl);
  const env = {
    ...process.env,
    PGHOST: url.searchParams.get("host") ?? url.hostname,
    PGPORT: url.port || "5432",
    PGUSER: url.username,
    PGPASSWORD: decodeURIComponent(url.password),
    PGDATABASE: url.pathname.slice(1),
    PGOPTIONS: Object.entries(benchLedger)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(" "),
  };
  const options = ["-n", "-M", "prepared", "-c", String(clients), "-j", "1", "-T", String(seconds), "-f", script];
  const child = spawn(pgbench, options, { env, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
  const status = await new Promise((resolve) => child.once("exit", resolve));
  const tps = Number(/tps = ([\d.]+)/.exec(said)?.[1]);
  if (status !== 0 || !(tps > 0)) throw new Error(`pgbench failed:\n${said}`);
  return tps;
}

function fill(text: string, values: string[]): string {
  return text.replace(/\$(\d+)/g, (_all, n) => `(${values[Number(n) - 1]})`).replace(/\s*\n\s*/g, " ");
}
