import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PgDialect } from "drizzle-orm/pg-core";
import { openVault } from "#platform/encryption/vault.server.ts";
import { jobs } from "#platform/jobs/jobs.server.ts";
import { noMail } from "#platform/mail/mail.ts";
import { countingAttempts } from "#platform/rate-limit/rate-limit.server.ts";
import { queueing } from "#shop/emails/queue-email.server.ts";
import { ledgerSettings } from "#shop/ledger/ledger-key.server.ts";
import { countHolds, insertOrder, lockHolder, lockProduct } from "./single-order.ts";

const countTry = countingAttempts({ vault: openVault("counts a try"), db: null as never, now: () => new Date(), waits: new Map() }, [
  { who: "", most: 1, windowMs: 1 },
]).text;
const DEBIAN = "/usr/lib/postgresql";
/**
 * The values of `$1`, `$2`, … of `insertOrder`. The database draws them, because pgbench can draw
 * only numbers.
 */
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
  "ENCRYPTED",
  "sha256(gen_random_uuid()::text::bytea)",
  "array[sha256(gen_random_uuid()::text::bytea)]",
  "null",
  "null",
  "now()",
  "ADDRESS",
];

/** What every connection needs to write the ledger, with the secret of its shop. */
export const BENCH_SECRET = "everything that a benchmark seals and signs";
export const benchVault = openVault(BENCH_SECRET);
export const benchLedger = ledgerSettings({ vault: benchVault });

/** The emails to buyer and owner, as they are stored if no mail is configured. */
const emailChores = new PgDialect().sqlToQuery(
  queueing({ mail: noMail, jobs, now: () => new Date(), vault: benchVault }, [
    { id: "", kind: "order-placed", to: { email: "buyer@shop.example" }, orderId: "" },
    { id: "", kind: "new-order", to: "owner", orderId: "" },
  ]),
);
/** The values of `$1`, `$2`, … of that statement. */
const drawnEmails = [
  "'kept'",
  "now()",
  "null",
  "array['letter-' || :drawn, 'other-' || :drawn]",
  "array['order-placed', 'new-order']",
  "array['order-' || :drawn, 'order-' || :drawn]",
  "array[null, null]",
  "array[ENCRYPTED, null]",
  "array['{}', '{}']",
];
/** As long as an encrypted e-mail address. */
const encrypted = "decode(repeat(md5(:drawn::text), 4), 'hex')";
const address = "sha256(int8send(:address))";

/** Finds pgbench, from Debian's package. Throws a sentence that says how to install it. */
export function findPgbench(): string {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const found = [...versions.map((version) => join(DEBIAN, version, "bin/pgbench")), "pgbench"].find(
    (file) => spawnSync(file, ["--version"]).status === 0,
  );
  if (!found) throw new Error("pgbench is missing. Get it with: apt-get install postgresql-contrib");
  return found;
}

/**
 * Writes the shop's own statements for placing one order as a pgbench script. They are sent in two
 * round trips, as the shop did before it placed orders in batches; each order is a transaction and
 * has an address of its own.
 */
export function writeScript(file: string, product: string, products: number): void {
  const named = `'${product}' || :n`;
  const filled = (text: string, values: string[]) =>
    fill(
      text,
      values.map((value) => value.replace("PRODUCT", named).replace("ADDRESS", address).replace("ENCRYPTED", encrypted)),
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
      `${filled(emailChores.sql, drawnEmails)};`,
      "commit;",
      "\\endpipeline",
      "",
    ].join("\n"),
  );
}

/** Runs a script with this many clients and returns the transactions a second. */
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
