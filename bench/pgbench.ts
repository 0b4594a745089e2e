import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { jobs } from "#platform/jobs/jobs.server.ts";
import { noMail } from "#platform/mail/mail.ts";
import { openVault } from "#platform/vault.server.ts";
import { ledgerSettings } from "#shop/ledger/ledger-key.server.ts";
import { outboxStatement } from "#shop/orders/letters-of-new-order.server.ts";
import { insertOrder, lockProduct } from "#shop/orders/placing-statements.server.ts";

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
  "null",
  "sha256(gen_random_uuid()::text::bytea)",
  "array[sha256(gen_random_uuid()::text::bytea)]",
  "null",
  "null",
  "now()",
  "null",
];

/** The letter that tells the owner of an order, as it is kept where no mail is set up. */
const keepLetter = outboxStatement({ mail: noMail, jobs, now: () => new Date(), vault: openVault("nothing is sealed by this") }, [
  { kind: "new-order", to: "owner", orderId: "" },
]);
/** The same for `$1`, `$2`, … of that statement. */
const drawnLetter = [
  "'kept'",
  "now()",
  "null",
  "array['letter-' || :drawn]",
  "array['new-order']",
  "array['order-' || :drawn]",
  "array[null]",
  "array[null]",
  "array['{}']",
];

/** What every connection of the benchmark needs to write the ledger. */
export const benchVault = openVault("the ledger of a benchmark");
export const benchLedger = ledgerSettings({ vault: benchVault });

/** The yardstick: Debian's pgbench. Throws a sentence that says how to get it. */
export function findPgbench(): string {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const found = [...versions.map((version) => join(DEBIAN, version, "bin/pgbench")), "pgbench"].find(
    (file) => spawnSync(file, ["--version"]).status === 0,
  );
  if (!found) throw new Error("pgbench is missing. Get it with: apt-get install postgresql-contrib");
  return found;
}

/** Writes the shop's own statements of placing an order as a pgbench script, sent as the shop sends them: two round trips. */
export function writeScript(file: string, product: string, products: number): void {
  const named = `'${product}' || :n`;
  writeFileSync(
    file,
    [
      `\\set n random(1, ${products})`,
      "\\set drawn random(1, 4000000000000000000)",
      "\\startpipeline",
      "begin;",
      `${fill(lockProduct.text, [named])};`,
      "\\endpipeline",
      "\\startpipeline",
      `${fill(
        insertOrder.text,
        drawn.map((value) => (value === "PRODUCT" ? named : value)),
      )};`,
      `${fill(keepLetter.text, drawnLetter)};`,
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
