import { spawn, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RunningShop } from "../support/processes/running-shop.ts";
import { openGoBetween } from "./go-between.ts";
import { type Furnished, furnish } from "./malformed/furnished.ts";

/**
 * A run of a scanner: its visitor, the command to repeat it, the shop's answers by status, and its
 * findings, one per line.
 */
export type Scan = { who: string; command: string; answers: Map<number, number>; found: string[] };

/** A call whose parameters sqlmap tries: a URL, and optionally a body. */
type Target = { who: keyof Furnished["cookies"]; path: string; json?: object; form?: Record<string, string> };

const CRAWL_SECONDS = 40;
/** wapiti's modules; the others contact other machines or download lists from the internet. */
const MODULES = "xss,permanentxss,sql,blindsql,exec,file,crlf,redirect,csp,http_headers,cookieflags,methods,htaccess,shellshock";
const EACH_MODULE_SECONDS = 10;
/** A scanner is stopped after this time; what it found until then counts. */
const EACH_RUN_SECONDS = 300;

/** Whether a scanner is installed on this machine. */
export function isInstalled(name: string): boolean {
  return spawnSync(name, ["--version"], { stdio: "ignore" }).error === undefined;
}

/** Lets wapiti crawl and attack a running shop, as a guest, a customer and an admin. */
export async function* wapitiScans(shop: RunningShop): AsyncGenerator<Scan> {
  const folder = await mkdtemp(join(tmpdir(), "trackside-wapiti-"));
  try {
    for (const who of ["guest", "customer", "admin"] as const) {
      const report = join(folder, `${who}.json`);
      yield await scan(
        shop,
        who,
        "wapiti",
        (address) => [
          "-u",
          `${address}/`,
          "--scope",
          "folder",
          "-d",
          "4",
          "-m",
          MODULES,
          "-l",
          "1",
          "--flush-session",
          "--no-bugreport",
          "--max-scan-time",
          String(CRAWL_SECONDS),
          "--max-attack-time",
          String(EACH_MODULE_SECONDS),
          "-t",
          "10",
          "-H",
          `Origin: ${address}`,
          "--store-session",
          folder,
          "-f",
          "json",
          "-o",
          report,
        ],
        async () => found(JSON.parse(await readFile(report, "utf8"))),
      );
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs a scanner against the shop as this visitor. */
async function scan(
  shop: RunningShop,
  who: Target["who"],
  name: string,
  wordsFor: (address: string) => string[],
  read: (said: string) => string[] | Promise<string[]>,
): Promise<Scan> {
  await shop.widenLimits();
  const { cookies } = await furnish(shop);
  const between = await openGoBetween(shop.address, cookies[who]);
  try {
    const words = wordsFor(between.address);
    const said = await run(name, words, EACH_RUN_SECONDS);
    const command = [name, ...words.map((word) => (/[\s"*?&]/.test(word) ? `'${word}'` : word))].join(" ");
    return { who, command, answers: between.answers, found: [...(await read(said)), ...between.failures] };
  } finally {
    await between.close();
  }
}

type Report = Record<"vulnerabilities" | "anomalies", Record<string, { method: string; path: string; parameter: string; info: string }[]>>;

function found({ vulnerabilities, anomalies }: Report): string[] {
  return Object.entries({ ...vulnerabilities, ...anomalies }).flatMap(([name, cases]) =>
    cases.map(({ method, path, parameter, info }) => `${name}: ${method} ${path} ${parameter ?? ""} ${info}`),
  );
}

/** Lets sqlmap try every parameter of the calls that take text from visitors, at its level 2. */
export async function* sqlmapScans(shop: RunningShop): AsyncGenerator<Scan> {
  const folder = await mkdtemp(join(tmpdir(), "trackside-sqlmap-"));
  try {
    for (const { who, path, json, form } of await targets(shop)) {
      const data = json ? JSON.stringify(json) : form ? new URLSearchParams(form).toString() : null;
      yield await scan(
        shop,
        who,
        "sqlmap",
        (address) => [
          "-u",
          address + path,
          "--batch",
          "--level",
          "2",
          "--risk",
          "1",
          "--dbms",
          "PostgreSQL",
          "--time-sec",
          "3",
          "--timeout",
          "10",
          "--retries",
          "1",
          "--flush-session",
          "--output-dir",
          folder,
          "--disable-coloring",
          "--ignore-code",
          "401",
          ...(data === null ? [] : ["--data", data]),
          "-H",
          `Origin: ${address}`,
          ...(json ? ["-H", "Content-Type: application/json"] : []),
        ],
        injected,
      );
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * The calls whose text ends up in a query: lists, searches, look-ups, and the forms behind them.
 */
async function targets(shop: RunningShop): Promise<Target[]> {
  const { place } = await furnish(shop);
  const { productId, requestCode, guestCode } = place;
  const order = { productId, quantity: 1, paymentMethod: "request", email: "a@shop.example" };
  return [
    { who: "guest", path: "/api/products?after=x" },
    { who: "guest", path: `/api/products/${productId}*` },
    { who: "guest", path: `/api/get-stock/${productId}*` },
    { who: "guest", path: `/api/orders/${guestCode}*` },
    { who: "guest", path: "/products.data?search=account&sort=price&after=x" },
    { who: "guest", path: `/order-status.data?code=${guestCode}` },
    { who: "guest", path: "/api/orders", json: order },
    { who: "guest", path: "/api/auth/sign-in/email", json: { email: "nobody@shop.example", password: "not the password" } },
    { who: "guest", path: "/login", form: { email: "nobody@shop.example", password: "not the password", next: "/" } },
    { who: "guest", path: "/contact", form: { name: "A", email: "a@shop.example", message: "hello" } },
    { who: "guest", path: `/product/${productId}/order`, form: { productId, quantity: "1", paymentMethod: "request" } },
    { who: "customer", path: "/api/account/orders?after=x" },
    { who: "customer", path: "/account/name", form: { name: "Asha" } },
    { who: "admin", path: "/api/admin/orders?status=pending&search=REQ&after=x&from=2026-01-01&to=2026-12-31&paid=" },
    { who: "admin", path: `/api/admin/products/${productId}/ids?after=x&search=a&state=` },
    { who: "admin", path: `/api/admin/orders/${requestCode}*/rejection`, json: { reason: "no" } },
    { who: "admin", path: "/admin/customers.data?search=a&after=x" },
    { who: "admin", path: "/admin/orders.data?search=a&after=x" },
    { who: "admin", path: "/admin/activity.data?after=x&search=a" },
    { who: "admin", path: `/admin/products/${productId}/visibility`, form: { visible: "yes" } },
  ];
}

/** The parameters that sqlmap reports as injectable. */
function injected(said: string): string[] {
  if (!/do(es)? not (appear|seem) to be injectable/.test(said) && !said.includes("is vulnerable"))
    return [`it came to no end: ${said.slice(-300)}`];
  return said
    .split("\n")
    .filter((line) => /^(Parameter: |\s+Title: )|is vulnerable|appears to be '.*' injectable/.test(line))
    .map((line) => line.trim());
}

function run(command: string, words: string[], seconds: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, words, { stdio: ["ignore", "pipe", "pipe"], timeout: seconds * 1_000 });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
    child.once("error", reject);
    child.once("close", () => resolve(said));
  });
}
