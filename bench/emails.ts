import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { jobs } from "#platform/jobs/jobs.server.ts";
import type { WorkingMail } from "#platform/mail/mail.ts";
import { openSmtp } from "#platform/mail/smtp.server.ts";
import { readSmtpUrl } from "#platform/mail/smtp-url.ts";
import { queueing } from "#shop/emails/queue-email.server.ts";
import { cookieFrom } from "#tests/support/processes/cookie-from.ts";
import { freePort } from "#tests/support/processes/running-shop.ts";
import { type FarMail, openFarMail } from "./load/far-mail.ts";
import { letBuy, type OrderLoad, writeBuyers } from "./load/order-load.ts";
import { placeAll } from "./load/order-steps.ts";
import { benchVault } from "./load/pgbench.ts";
import { figuresText, median } from "./measuring/figures.ts";
import { measureDatabase } from "./measuring/processor-time.ts";
import { report, reportAtMost, reportRatio } from "./measuring/report.ts";
import { type OrderShop, openOrderShop } from "./shops/order-shop.ts";

// Takes about five minutes; `npm run bench -- emails --small` takes two, to try it out.
const isSmall = process.argv.includes("--small");
const USUAL_CONNECTIONS = 5;
const MANY_CONNECTIONS = 24;
const ROUNDS = isSmall ? 1 : 3;
/** Each round sends for about five seconds. */
const EMAILS_A_ROUND = { 0: 600, 100: 400, 300: 160 } as const;
const AT_LEAST_AT_100_MS = 60;
const RUSH = 1_000;
const LINK_WITHIN_MS = 5_000;
const ORDERS_FOR_COST = 200;
const IDLE_MS = 3_000;
const BUYERS = 64;
const SECONDS = isSmall ? 3 : 8;

const spread: OrderLoad = { prefix: "spread-", products: 20 };
const distances = [0, 100, 300] as const;

for (const distance of distances) await measureRate(distance, MANY_CONNECTIONS);
await measureRate(100, USUAL_CONNECTIONS);
await measureRush();
await measureCost();
await measureOrders();

/** A shop whose mail server is this far away. */
async function withShop(distance: number, connections: number, work: (shop: OrderShop, mail: FarMail) => Promise<void>): Promise<void> {
  const mail = await openFarMail(distance);
  const port = await freePort();
  const shop = await openOrderShop({
    PORT: String(port),
    APP_URL: `http://localhost:${port}`,
    SMTP_URL: mail.url,
    SMTP_CONNECTIONS: String(connections),
  });
  try {
    await work(shop, mail);
  } finally {
    await shop.close();
    await mail.close();
  }
}

/** Emails a second, beside the library's pool of connections in a bare loop. */
async function measureRate(distance: (typeof distances)[number], connections: number): Promise<void> {
  const howMany = EMAILS_A_ROUND[distance];
  await withShop(distance, connections, async (shop, mail) => {
    await shop.stockUp(spread.prefix, spread.products, 10);
    await placeAll(shop, spread, 1);
    const rates = { shop: [] as number[], bare: [] as number[] };
    await sendMany(shop, mail, connections);
    for (let round = 0; round < ROUNDS; round += 1) {
      rates.shop.push(await sendMany(shop, mail, howMany));
      rates.bare.push(await sendBare(mail, connections, howMany));
    }
    const measure = `emails, ${distance} ms to the mail server, ${connections} connections (yardstick: the library's pool alone)`;
    const isPromised = distance === 100 && connections === MANY_CONNECTIONS;
    report({
      measure,
      figure: figuresText(rates.shop, "emails/s"),
      yardstick: figuresText(rates.bare, "emails/s"),
      ratio: (median(rates.shop) / median(rates.bare)).toFixed(3),
      toReach: isPromised ? `≥ ${AT_LEAST_AT_100_MS} a second` : "no bound",
      isReached: !isPromised || median(rates.shop) >= AT_LEAST_AT_100_MS,
    });
  });
}

/** Queues emails about an order and returns how many a second arrive. */
async function sendMany({ db }: OrderShop, mail: FarMail, howMany: number): Promise<number> {
  const { rows } = await db.$client.query<{ id: string }>("select id from orders limit 1");
  const orderId = rows[0]?.id ?? "";
  const before = mail.received.length;
  const queued = Array.from({ length: howMany }, (_, n) => ({
    id: randomUUID(),
    kind: "order-refunded" as const,
    to: { email: `buyer-${n}@shop.example` },
    orderId,
  }));
  const on = { isOn: true, connections: 1 } as WorkingMail;
  const startedAt = performance.now();
  await db.execute(queueing({ vault: benchVault, now: () => new Date(), mail: on, jobs }, queued));
  const lastAt = await mail.until(before + howMany);
  return (howMany / (lastAt - startedAt)) * 1_000;
}

/** Sends as many messages of the same size over as many kept connections, without the shop. */
async function sendBare(mail: FarMail, connections: number, howMany: number): Promise<number> {
  const server = readSmtpUrl(mail.url);
  if (!server) throw new Error("no mail server");
  const from = { name: null, address: "no-reply@shop.example" };
  const smtp = openSmtp({ server, from, origin: "https://shop.example", connections });
  const message = {
    senderName: "Trackside",
    subject: "We refunded your payment for REQ-1",
    text: "x".repeat(600),
    html: "x".repeat(2_400),
    replyTo: null,
  };
  const send = (n: number) => smtp.send({ ...message, id: randomUUID(), to: [`buyer-${n}@shop.example`] });
  await Promise.all(Array.from({ length: connections }, (_, n) => send(n)));
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: howMany }, (_, n) => send(n)));
  const tookMs = performance.now() - startedAt;
  await smtp.close();
  return (howMany / tookMs) * 1_000;
}

/** How long a password link takes that is asked for when the emails of a rush of orders wait. */
async function measureRush(): Promise<void> {
  await withShop(100, USUAL_CONNECTIONS, async (shop, mail) => {
    await shop.stockUp(spread.prefix, spread.products, RUSH / spread.products + 1);
    const address = "customer@shop.example";
    const customer = { email: address, password: "correct horse battery", name: "" };
    await cookieFrom(shop.address, "/api/auth/sign-up/email", customer);
    const before = mail.received.length;
    const begunAt = performance.now();
    await placeAll(shop, spread, RUSH);
    const placedMs = performance.now() - begunAt;
    const askedAt = performance.now();
    await askForLink(shop, address);
    const linkMs = (await mail.until(1, (to) => to === address)) - askedAt;
    console.log(
      `${RUSH} orders were placed in ${Math.round(placedMs / 1_000)} s; when the link came, ${mail.received.length - before} of their emails had`,
    );
    reportAtMost(
      `a password link asked for after a rush of ${RUSH.toLocaleString("en")} orders, 100 ms to the mail server, ${USUAL_CONNECTIONS} connections`,
      [linkMs],
      "ms",
      LINK_WITHIN_MS,
    );
  });
}

async function askForLink({ address, origin }: OrderShop, email: string): Promise<void> {
  const headers = { "content-type": "application/x-www-form-urlencoded", origin };
  const answer = await fetch(`${address}/forgot-password`, {
    method: "POST",
    headers,
    body: new URLSearchParams({ email }),
    redirect: "manual",
  });
  if (answer.status >= 400) throw new Error(`the link was refused: ${answer.status}`);
}

/**
 * What an email costs the database beside the order that causes it, without what the shop costs it
 * anyway in that time. Orders without an address cause no email; the owner's are off.
 */
async function measureCost(): Promise<void> {
  await withShop(0, USUAL_CONNECTIONS, async (shop, mail) => {
    await shop.stockUp(spread.prefix, spread.products, (2 * (ROUNDS + 1) * ORDERS_FOR_COST) / spread.products + 1);
    await shop.db.$client.query("update shop_settings set mails_new_orders = false");
    await shop.db.$client.query("select pg_notify('changed', 'settings')");
    const client = new Client({ connectionString: shop.databaseUrl });
    await client.connect();
    const costOf = async (work: () => Promise<unknown>) => {
      const startedAt = performance.now();
      const used = await measureDatabase(client);
      await work();
      return { ms: await used(), tookMs: performance.now() - startedAt };
    };
    const place = async (hasEmail: boolean) => {
      const before = mail.received.length;
      await placeAll(shop, spread, ORDERS_FOR_COST, { hasEmail });
      if (hasEmail) await mail.until(before + ORDERS_FOR_COST);
      await untilRecorded(client);
    };
    const costs = { orders: [] as number[], emails: [] as number[] };
    for (let round = 0; round <= ROUNDS; round += 1) {
      const idle = await costOf(() => wait(IDLE_MS));
      const each = async (hasEmail: boolean) => {
        const { ms, tookMs } = await costOf(() => place(hasEmail));
        return (ms - (idle.ms / idle.tookMs) * tookMs) / ORDERS_FOR_COST;
      };
      const [order, both] = [await each(false), await each(true)];
      // The first round plans the statements.
      if (round === 0) continue;
      costs.orders.push(order);
      costs.emails.push(both - order);
    }
    await client.end();
    reportRatio("an email, queued, sent and recorded: processor time of PostgreSQL (yardstick: placing an order)", {
      figures: costs.emails,
      yardsticks: costs.orders,
      unit: "ms",
      atMost: 1,
    });
  });
}

/** Asks on the connection that is not measured. */
async function untilRecorded(client: Client): Promise<void> {
  for (;;) {
    const { rowCount } = await client.query("select from emails where state = 'waiting' limit 1");
    if (rowCount === 0) return;
    await wait(50);
  }
}

/**
 * How many orders a shop takes that queues their emails, beside one without mail. It does not say
 * what sending costs: orders come much faster than emails leave over the usual connections.
 */
async function measureOrders(): Promise<void> {
  const rates = { withMail: [] as number[], without: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    await withShop(100, USUAL_CONNECTIONS, async (shop) => void rates.withMail.push(await orderRate(shop)));
    const without = await openOrderShop();
    rates.without.push(await orderRate(without).finally(() => without.close()));
  }
  report({
    measure: `orders over HTTP with mail on, ${BUYERS} buyers, emails queued, about 20/s of them sent (yardstick: without mail)`,
    figure: figuresText(rates.withMail, "orders/s"),
    yardstick: figuresText(rates.without, "orders/s"),
    ratio: (median(rates.withMail) / median(rates.without)).toFixed(3),
    toReach: "no bound",
    isReached: true,
  });
}

async function orderRate(shop: OrderShop): Promise<number> {
  const buyers = join(shop.folder, "buyers.lua");
  writeBuyers(buyers, spread);
  await shop.stockUp(spread.prefix, spread.products, 1_000);
  await letBuy(shop.address, buyers, BUYERS, 2);
  return letBuy(shop.address, buyers, BUYERS, SECONDS);
}
