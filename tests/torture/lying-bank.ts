import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DAY_MS } from "#shop/constants.ts";
import { indianDay } from "#shop/payments/statements/statement-days.ts";
import { orderByUpi, passOnAlert, takeAlerts, type UpiOrder } from "../support/payments/bank-alerts.ts";
import { ownersHeaders } from "../support/processes/cookie-from.ts";
import { freePort, here, type RunningShop, startShop } from "../support/processes/running-shop.ts";
import { verify } from "./aftermath.ts";
import { freshIds } from "./crash.ts";
import { asOwner } from "./owners-calls.ts";

/**
 * What a bank that lies cost: of how many alerts, how many orders were delivered, for how many of
 * these no money came, their sum in rupees, and the faults; there must be none.
 */
export type Lies = { alerts: number; delivered: number; lost: number; lostRupees: number; faults: string[] };

const clock = new URL("faults/clock.mjs", import.meta.url).href;
const HONEST = 3;
const DAY_MAX_RUPEES = 5_000;
const PRICE_RUPEES = 499;

/** Alerts for money that came, and for money that never reached the account. */
type Claim = UpiOrder & { utr: string; isTrue: boolean };

/**
 * Lets alerts deliver, and then a bank says of many orders that their money came, though it came for
 * three of them. Checks that no more than the day's limit is lost; that the statement of the next day
 * unmasks every lie, turns delivery by alerts off and says so on *Today*; and that nothing is
 * delivered after it. [S16.6] [S16.8]
 */
export async function lyingBank(alerts: number): Promise<Lies> {
  const dataDir = await mkdtemp(join(tmpdir(), "trackside-lies-"));
  await chmod(dataDir, 0o711);
  const environment = { DATA_DIR: dataDir, PORT: String(await freePort()), TRUST_PROXY: "1" };
  // The statement covers the day of the alerts and the next one: the shop begins a day behind.
  let shop = await startShop({ ...environment, CLOCK_BEHIND_HOURS: "24", NODE_OPTIONS: `--import ${clock}` });
  try {
    const { secret } = await takeAlerts(shop, DAY_MAX_RUPEES);
    const productId = await (await asOwner(shop)).putOnSale("Verified account", freshIds(alerts + 1));
    const claims: Claim[] = [];
    for (let n = 0; n < alerts; n += 1) {
      const order = await orderByUpi(shop.address, productId, `10.9.${n}.1`);
      claims.push({ ...order, utr: String(633_000_000_000 + n), isTrue: n < HONEST });
    }
    const [honest, lies] = [claims.slice(0, HONEST), claims.slice(HONEST)];
    for (const told of [honest, lies])
      await Promise.all(told.map((claim) => passOnAlert(shop.address, secret, alertOf(claim), new Date(Date.now() - DAY_MS))));

    await shop.stop();
    // With the limits that are set, of which the day's is one.
    shop = await startShop(environment, here, "usual");
    const owner = await asOwner(shop);
    const statuses = await Promise.all(claims.map(({ requestCode }) => owner.statusOf(requestCode)));
    const delivered = claims.filter((_, n) => statuses[n] === "approved");
    const lost = delivered.filter(({ isTrue }) => !isTrue);
    const [sum, lostRupees] = [rupeesOf(delivered), rupeesOf(lost)];
    const faults: string[] = [];
    if (sum > DAY_MAX_RUPEES || sum <= DAY_MAX_RUPEES - PRICE_RUPEES) faults.push(`${sum} of ${DAY_MAX_RUPEES} rupees were delivered`);
    if (delivered.length - lost.length !== HONEST) faults.push(`of ${HONEST} honest payments ${delivered.length - lost.length} delivered`);

    const headers = await ownersHeaders(shop);
    await upload(shop, headers, statementOf(claims));
    faults.push(...(await unmasked(shop, headers, lost.length)));
    const late = await orderByUpi(shop.address, productId, "10.9.250.1");
    await passOnAlert(shop.address, secret, alertOf({ ...late, utr: "633999999999" }));
    if ((await owner.statusOf(late.requestCode)) !== "pending") faults.push("an alert delivered after the lies were known");
    faults.push(...verify({ DATA_DIR: dataDir }));
    return { alerts, delivered: delivered.length, lost: lost.length, lostRupees, faults };
  } finally {
    await shop.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const rupeesOf = (claims: Claim[]) => claims.reduce((sum, { rupees }) => sum + Number(rupees), 0);

function alertOf({ rupees, utr }: Pick<Claim, "rupees" | "utr">): string {
  return `Credit Alert!\nRs.${rupees} credited to HDFC Bank A/c XX2536 from VPA asha@okaxis (UPI ${utr})`;
}

/** The statement of yesterday and today: the money that came, and a fee on each day. */
function statementOf(claims: Claim[]): string {
  const [first, last] = [DAY_MS, 0].map((ms) =>
    indianDay(new Date(Date.now() - ms))
      .split("-")
      .reverse()
      .join("/"),
  );
  const credits = claims
    .filter(({ isTrue }) => isTrue)
    .map(({ rupees, utr }) => `${first},UPI-ASHA-A@B-C-${utr}-X,0000${utr},${first},,${rupees},1000.00`);
  const header = "Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance";
  return [header, `${first},FEES,1,${first},1.00,,1000.00`, ...credits, `${last},FEES,2,${last},1.00,,1000.00`, ""].join("\n");
}

/** Uploads a statement and confirms what is certain in it. */
async function upload({ address }: RunningShop, { origin = "", cookie = "" }: Record<string, string>, csv: string): Promise<void> {
  const form = new FormData();
  form.append("bank", "hdfc");
  form.append("file", new Blob([csv], { type: "text/csv" }), "statement.csv");
  const headers = { origin, cookie };
  const uploaded = await fetch(`${address}/admin/statements`, { method: "POST", headers, body: form, redirect: "manual" });
  const page = uploaded.headers.get("location");
  if (!page)
    throw new Error(`the statement was not read: ${uploaded.status} ${(await uploaded.text()).match(/role="alert"[\s\S]{0,300}/)?.[0]}`);
  const confirmed = await fetch(`${address}${page}/confirmation`, { method: "POST", headers, body: new URLSearchParams() });
  await confirmed.bytes();
  if (!confirmed.ok) throw new Error(`the statement was not confirmed: ${confirmed.status}`);
}

/** What does not show that so many delivered payments are missing on the statement. */
async function unmasked({ address }: RunningShop, headers: Record<string, string>, lost: number): Promise<string[]> {
  const faults: string[] = [];
  const settings: { alertsDeliver: boolean } = await (await fetch(`${address}/api/admin/settings`, { headers })).json();
  if (settings.alertsDeliver) faults.push("alerts still deliver");
  const today = await (await fetch(`${address}/admin`, { headers })).text();
  const lines = [
    ...today.matchAll(
      /<a[^>]*today-line[^>]*href="\/admin\/money\?show=unproven"[\s\S]*?<\/a>|<a[^>]*href="\/admin\/money\?show=unproven"[\s\S]*?<\/a>/g,
    ),
  ];
  const said = lines.map(([line]) => line.replace(/<svg[\s\S]*?<\/svg>|<[^>]*>/g, "").trim()).join("; ");
  if (!said.startsWith(`${lost} `)) faults.push(`Today says “${said}” of ${lost} lost payments`);
  return faults;
}
