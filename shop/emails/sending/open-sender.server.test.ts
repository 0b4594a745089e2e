import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import { sha256 } from "#platform/encryption/vault.server.ts";
import { removeDeadJobs } from "#platform/jobs/jobs.server.ts";
import { openWorker } from "#platform/jobs/worker.server.ts";
import type { WorkingMail } from "#platform/mail/mail.ts";
import { openSmtp, type Smtp } from "#platform/mail/smtp.server.ts";
import { readSmtpUrl } from "#platform/mail/smtp-url.ts";
import type { Services } from "#platform/provides.ts";
import { countAttempts } from "#platform/rate-limit/rate-limit.server.ts";
import { forgetSettings } from "#shop/settings/settings.server.ts";
import { freePort } from "#tests/support/processes/running-shop.ts";
import { type Answer, type MailServer, openMailServer, type ReceivedEmail } from "#tests/support/servers/mail-server.ts";
import { anotherProcess } from "#tests/support/shop/another-process.ts";
import { behindTheRules } from "#tests/support/shop/books.ts";
import { aCustomer, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, TEST_SECRET, type TestShop } from "#tests/support/shop/shop.ts";
import {
  EMAIL_CLAIM_MS,
  NEW_ORDERS_EVERY_MS,
  PLACED_EMAILS_OF_MAILBOX_MAX,
  UNCONFIRMED_EMAILS_MAX,
  UNCONFIRMED_EMAILS_WINDOW_MS,
} from "../constants.ts";
import { queueEmail, SEND_EMAILS } from "../queue-email.server.ts";
import { resetTokenOf } from "../reset-token.server.ts";
import { requeueEmails } from "./email-chores.server.ts";
import { openSender } from "./open-sender.server.ts";

let shop: TestShop;
let server: MailServer;
let pause: (before: "recipient" | "ok") => Promise<void> | undefined = () => undefined;
let answer: (address: string) => Answer;
let services: Services;
let mail: Smtp;
let orderId: string;

beforeAll(async () => {
  shop = await openTestShop();
  server = await openMailServer({ answer: (address) => answer(address), pause: (before) => pause(before) });
  mail = mailBy(server.url);
  services = { ...shop.services, mail };
  orderId = (await aPendingOrder(shop)).id;
});
beforeEach(() => {
  answer = () => null;
});
afterEach(async () => {
  await shop.services.db.$client.query("delete from emails; delete from rate_limits; delete from graphile_worker._private_jobs");
  server.received.length = 0;
  services.waits.clear();
  shop.setNow();
});
afterAll(async () => {
  await mail.close();
  await server.close();
  await shop.close();
});

function mailBy(url: string, connections = 4) {
  const found = readSmtpUrl(url);
  if (!found) throw new Error("no mail server");
  return openSmtp({ server: found, from: { name: null, address: "no-reply@shop.example" }, origin: "https://shop.example", connections });
}

/** Sends what is due, and tries again what is refused after `retryMs`, or after the usual time. */
function sendDue(by = services, retryMs?: number): Promise<void> {
  return openSender(by, retryMs === undefined ? undefined : () => retryMs)();
}

function anEmail(by = services, email = "asha@example.com"): Promise<string> {
  return queueEmail(by, by.db, { kind: "order-placed", to: { email }, orderId });
}

async function readEmail(id: string) {
  const { rows } = await shop.services.db.$client.query(
    "select state, attempts, last_problem, next_attempt_at, sent_at from emails where id = $1",
    [id],
  );
  return rows[0];
}

/** As it stands in the head of the email. */
function subjectOf({ source }: ReceivedEmail): string | undefined {
  return /^Subject: (.*)$/im.exec(source)?.[1];
}

async function removeEmails() {
  await shop.services.db.$client.query("delete from emails");
}

async function jobs() {
  const { rows } = await shop.services.db.$client.query("select run_at from graphile_worker.jobs");
  return rows.map(({ run_at }) => run_at);
}

async function removeJobs() {
  await shop.services.db.$client.query("delete from graphile_worker._private_jobs");
}

async function lockedJobs() {
  return (await shop.services.db.$client.query("select from graphile_worker.jobs where locked_by is not null")).rows;
}

/** Waits for another process, with time for a busy machine. */
function soon(check: () => Promise<void>): Promise<void> {
  return vi.waitFor(check, { timeout: 20_000, interval: 20 });
}

/** A worker counts as dead after this. On a busy machine it is much longer than between two beats. */
const DEAD_AFTER_MS = 2_000;

/** A process that sends emails and retries after `retryMs`. */
function aProcess(by = services, retryMs = 50) {
  const sender = openSender(by, () => retryMs);
  const tasks = { [SEND_EMAILS]: (_payload: unknown, stopping: AbortSignal) => sender(stopping) };
  const worker = openWorker(by, [{ tasks, atOnce: 2 }], { pollMs: 50, pulse: { everyMs: 50, deadAfterMs: DEAD_AFTER_MS } });
  onTestFinished(() => worker.close(1_000));
  return worker;
}

test("one address gets ten emails about placed orders an hour, whichever processes took the orders and send them", async () => {
  const db = openDatabase(shop.databaseUrl);
  onTestFinished(() => closeDatabase(db));
  const other = anotherProcess(services, db);
  const victim = "victim@example.com";
  for (let n = 0; n < PLACED_EMAILS_OF_MAILBOX_MAX + 2; n += 1) {
    await anEmail(services, n % 3 === 0 ? victim : victim.toUpperCase());
    await sendDue(n % 2 === 0 ? services : other);
  }
  expect(server.received).toHaveLength(PLACED_EMAILS_OF_MAILBOX_MAX);
  const { rows } = await services.db.$client.query("select state, last_problem from emails where state in ('waiting', 'failed')");
  expect(rows).toEqual(Array(2).fill({ state: "failed", last_problem: '{"code":"emailsToAddressMax"}' }));
  await anEmail();
  await sendDue();
  expect(server.received.at(-1)?.to).toEqual(["asha@example.com"]);
});

test("one mailbox gets ten whatever stands after a plus, and in Gmail wherever dots are", async () => {
  for (let n = 0; n < PLACED_EMAILS_OF_MAILBOX_MAX + 5; n += 1) {
    const name = "vict.im".replace(".", n % 2 === 0 ? "." : "");
    await anEmail(services, `${name}+${n}@${n % 3 === 0 ? "gmail.com" : "googlemail.com"}`);
  }
  await sendDue();
  expect(server.received).toHaveLength(PLACED_EMAILS_OF_MAILBOX_MAX);
});

test("what strangers can cause is counted all together: beyond a thousand an hour it is sent later, and other emails and links at once", async () => {
  shop.setNow(new Date());
  const full = { who: "unconfirmed emails", most: UNCONFIRMED_EMAILS_MAX, windowMs: UNCONFIRMED_EMAILS_WINDOW_MS };
  for (let n = 0; n < UNCONFIRMED_EMAILS_MAX; n += 1) expect(await countAttempts(services, [full])).toBeNull();
  const ids = [await anEmail(services, "one@example.com"), await anEmail(services, "two@example.com")];
  await sendDue();
  expect(server.received).toEqual([]);
  await queueEmail(services, services.db, { kind: "order-refunded", to: { email: "asha@example.com" }, orderId });
  await sendDue();
  expect(server.received).toHaveLength(1);
  for (const id of ids) expect(await readEmail(id)).toMatchObject({ state: "waiting", last_problem: '{"code":"emailsOfHourMax"}' });
  expect(await requeueEmails(services), "none is taken for one that a clock set back delays").toBe(0);
  const link = await queueEmail(services, services.db, { kind: "password-reset", to: { email: "asha@example.com" } });
  await sendDue();
  expect((await readEmail(link)).last_problem, "a link is not refused, and this one is out of date").toBe('{"code":"emailTooLate"}');

  shop.setNow(new Date(services.now().getTime() + UNCONFIRMED_EMAILS_WINDOW_MS + 1_000));
  await sendDue();
  for (const id of ids) expect(await readEmail(id)).toMatchObject({ state: "sent" });
});

test("an email that is retried takes nothing more from its address's share", async () => {
  answer = () => 451;
  await anEmail();
  for (let attempts = 0; attempts <= PLACED_EMAILS_OF_MAILBOX_MAX; attempts += 1) await sendDue(services, 0);
  answer = () => null;
  for (let n = 1; n < PLACED_EMAILS_OF_MAILBOX_MAX; n += 1) await anEmail();
  await sendDue();
  expect(server.received).toHaveLength(PLACED_EMAILS_OF_MAILBOX_MAX);
});

test("an email is sent soon after it was queued, once, and nothing is left in the queue", async () => {
  aProcess();
  const id = await anEmail();
  await soon(async () => expect(await readEmail(id)).toMatchObject({ state: "sent", attempts: 1, next_attempt_at: null }));
  expect(server.received).toMatchObject([{ to: ["asha@example.com"] }]);
  await soon(async () => expect(await jobs()).toEqual([]));
});

test("two processes share the queue: each email goes out once, and a slow one holds up no other", async () => {
  const otherDb = openDatabase(shop.databaseUrl, { max: 5 });
  onTestFinished(() => closeDatabase(otherDb));
  const goesOn = Promise.withResolvers<void>();
  onTestFinished(() => goesOn.resolve());
  const send: WorkingMail["send"] = async (message) => {
    if (message.to.includes("slow@example.com")) await goesOn.promise;
    return mail.send(message);
  };
  const by = { ...services, mail: { ...mail, send } };
  aProcess(by);
  aProcess(anotherProcess(by, otherDb));
  const slow = await anEmail(by, "slow@example.com");
  await soon(async () => expect((await readEmail(slow)).attempts).toBe(1));
  const ids = await Promise.all(Array.from({ length: 12 }, (_, n) => anEmail(by, `buyer-${n}@example.com`)));
  await soon(async () => expect(await Promise.all(ids.map(async (id) => (await readEmail(id)).state))).toEqual(ids.map(() => "sent")));
  expect(await readEmail(slow)).toMatchObject({ state: "waiting", attempts: 1 });
  goesOn.resolve();
  await soon(async () => expect(await readEmail(slow)).toMatchObject({ state: "sent", attempts: 1 }));
  expect(server.received.map(({ to }) => to[0]).sort()).toEqual(
    [...ids.map((_, n) => `buyer-${n}@example.com`), "slow@example.com"].sort(),
  );
});

test("however many processes look at the same time, an email goes out once", async () => {
  const id = await anEmail();
  await Promise.all([1, 2, 3].map(() => sendDue()));
  await sendDue();
  expect(server.received).toHaveLength(1);
  expect(await readEmail(id)).toMatchObject({ state: "sent", attempts: 1 });
});

test("an email refused for good is given up at once, and the recorded problem names nobody", async () => {
  answer = () => 550;
  const id = await anEmail();
  await sendDue();
  expect(await readEmail(id)).toMatchObject({
    state: "failed",
    attempts: 1,
    next_attempt_at: null,
    last_problem: expect.stringContaining("550"),
  });
  expect((await readEmail(id)).last_problem).not.toContain("asha");
});

test("an email that is refused for now is retried after 30 s, then after twice as long, and given up after 16 attempts", async () => {
  answer = () => 451;
  const id = await anEmail();
  let at = (await readEmail(id)).next_attempt_at.getTime();
  for (const waits of [30_000, 60_000, 120_000]) {
    shop.setNow(new Date(at));
    await removeJobs();
    await sendDue();
    const { state, next_attempt_at } = await readEmail(id);
    expect(state).toBe("waiting");
    expect(next_attempt_at.getTime() - at).toBe(waits);
    const [retried, ...others] = await jobs();
    expect(retried?.getTime()).toBeGreaterThan(Date.now() + waits - 10_000);
    expect(others).toEqual([]);
    at = next_attempt_at.getTime();
  }
  await shop.services.db.$client.query("update emails set attempts = 15 where id = $1", [id]);
  shop.setNow(new Date(at));
  await sendDue();
  expect(await readEmail(id)).toMatchObject({ state: "failed", attempts: 16 });
});

test("emails wait for a mail server that is dead, and go out when it is back", async () => {
  const port = await freePort();
  const by = { ...services, mail: mailBy(`smtp://127.0.0.1:${port}`) };
  aProcess(by);
  const ids = [await anEmail(by), await anEmail(by, "bela@example.com")];
  for (const id of ids) await soon(async () => expect((await readEmail(id)).attempts).toBeGreaterThan(1));
  expect(await readEmail(ids[0] ?? "")).toMatchObject({ state: "waiting", last_problem: expect.stringContaining("mailServerUnreachable") });

  const back = await openMailServer({ port });
  onTestFinished(() => back.close());
  for (const id of ids) await soon(async () => expect(await readEmail(id)).toMatchObject({ state: "sent", last_problem: null }));
  expect(back.received.map(({ to }) => to[0]).sort()).toEqual(["asha@example.com", "bela@example.com"]);
});

test("an email to an address that is refused holds up no other", async () => {
  answer = (address) => (address.startsWith("asha") ? 451 : null);
  aProcess();
  const stuck = await anEmail();
  const other = await anEmail(services, "bela@example.com");
  await soon(async () => expect(await readEmail(other)).toMatchObject({ state: "sent" }));
  expect(await readEmail(stuck)).toMatchObject({ state: "waiting" });
});

test("the worker comes back by itself after the database was away", async () => {
  aProcess();
  const { pathname } = new URL(shop.databaseUrl);
  const elsewhere = openDatabase(shop.databaseUrl.replace(pathname, "/postgres"), { max: 1 });
  onTestFinished(() => closeDatabase(elsewhere));
  const open = (isOpen: boolean) => elsewhere.$client.query(`alter database ${pathname.slice(1)} allow_connections ${isOpen}`);
  await open(false);
  // A connection that was being opened may come up after the first time.
  const answers = async () => {
    await elsewhere.$client.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [pathname.slice(1)]);
    return shop.services.db.$client.query("select 1").then(
      () => true,
      () => false,
    );
  };
  await expect.poll(answers).toBe(false);
  await wait(300);
  await open(true);
  const id = await anEmail();
  await soon(async () => expect(await readEmail(id)).toMatchObject({ state: "sent" }));
});

test("a sent email is recorded once the database is back, and goes out once", async () => {
  const id = await anEmail();
  let isAway = false;
  const send: WorkingMail["send"] = (message) =>
    mail.send(message).finally(() => {
      isAway = true;
    });
  const db = new Proxy(services.db, {
    get(real, name) {
      if (name !== "$client" || !isAway) return Reflect.get(real, name, real);
      isAway = false;
      throw Object.assign(new Error("the database is away"), { code: "ECONNREFUSED" });
    },
  });
  await sendDue({ ...services, db, mail: { ...mail, send } });
  expect(await readEmail(id)).toMatchObject({ state: "sent", attempts: 1 });
  expect(server.received).toHaveLength(1);
});

test("an email that waits without a job, as in a restored shop, gets one for the end of its claim, once", async () => {
  const id = await anEmail();
  await shop.services.db.$client.query("update emails set attempts = 1, next_attempt_at = now() + interval '2 minutes' where id = $1", [
    id,
  ]);
  await shop.services.db.$client.query("delete from graphile_worker._private_jobs");
  await sendDue();
  expect(server.received).toEqual([]);

  expect(await Promise.all([1, 2, 3].map(() => requeueEmails(services)))).toContain(1);
  expect(await requeueEmails(services)).toBe(0);
  const [due, ...others] = await jobs();
  expect(due?.getTime()).toBeGreaterThan(Date.now() + EMAIL_CLAIM_MS / 2);
  expect(others).toEqual([]);
  shop.setNow(new Date(Date.now() + EMAIL_CLAIM_MS + 1_000));
  await sendDue();
  expect(await readEmail(id)).toMatchObject({ state: "sent", attempts: 2 });
});

/** Starting a process takes long on a busy machine. */
const WITH_PROCESS = { timeout: 120_000 };

/** Starts a process that is killed at this moment of its conversation with the mail server. */
async function killedAt(moment: "recipient" | "ok"): Promise<void> {
  const words = [resolve("tests/support/processes/mail-worker.ts"), shop.shopUrl, TEST_SECRET, server.url, "50", "500"];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "ignore", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const exited = once(child, "exit");
  await new Promise<void>((reached) => {
    pause = (before) => (before === moment ? new Promise(() => reached()) : undefined);
  });
  child.kill("SIGKILL");
  expect(await exited).toEqual([null, "SIGKILL"]);
  pause = () => undefined;
}

test(
  "an email whose process is killed before the mail server has it goes out once, by another process, within the minute after its claim",
  WITH_PROCESS,
  async () => {
    const id = await anEmail();
    await killedAt("recipient");
    expect(await lockedJobs()).toHaveLength(1);
    shop.setNow(new Date(Date.now() + EMAIL_CLAIM_MS));
    aProcess();
    await soon(async () => expect(await readEmail(id)).toMatchObject({ state: "sent", attempts: 2 }));
    await soon(async () => expect(await jobs()).toEqual([]));
    expect(server.received).toHaveLength(1);
  },
);

test(
  "an email whose process is killed after the mail server accepted it and before that is recorded goes out again with the same Message-ID",
  WITH_PROCESS,
  async () => {
    const id = await anEmail();
    await killedAt("ok");
    expect(server.received).toHaveLength(1);
    await sendDue();
    expect(server.received).toHaveLength(1);
    shop.setNow(new Date(Date.now() + EMAIL_CLAIM_MS));
    await sendDue();
    expect(await readEmail(id)).toMatchObject({ state: "sent", attempts: 2 });
    const ids = server.received.map(({ source }) => /^Message-ID: (.*)$/im.exec(source)?.[1]);
    expect(ids).toEqual([expect.stringContaining(id), ids[0]]);
  },
);

test("an email of a killed process keeps its claim: another waits for its end, and sends it then", WITH_PROCESS, async () => {
  const id = await anEmail();
  await killedAt("recipient");
  aProcess();
  await soon(async () => expect(await jobs()).toEqual([]));
  expect(await requeueEmails(services)).toBe(1);
  expect((await jobs())[0]?.getTime()).toBeGreaterThan(Date.now() + EMAIL_CLAIM_MS / 2);
  expect(await readEmail(id)).toMatchObject({ state: "waiting", attempts: 1 });
});

test("emails whose job failed too often get another, and the dead job is removed", async () => {
  await anEmail();
  await anEmail();
  await shop.services.db.$client.query("update graphile_worker._private_jobs set attempts = max_attempts");
  expect(await requeueEmails(services)).toBe(1);
  expect(await requeueEmails(services)).toBe(0);
  await removeDeadJobs(services);
  expect(await jobs()).toHaveLength(1);
});

test("a clock that is set back delays no email: one that was never attempted is due at once, another after its longest wait", async () => {
  const fresh = await anEmail();
  const attempted = await anEmail();
  const { $client } = shop.services.db;
  await $client.query("update emails set attempts = 3, next_attempt_at = now() + interval '2 minutes' where id = $1", [attempted]);
  shop.setNow(new Date(Date.now() - 60_000));
  expect(await requeueEmails(services)).toBe(0);

  shop.setNow(new Date(Date.now() - 2 * 60 * 60_000));
  await removeJobs();
  expect(await requeueEmails(services)).toBe(1);
  expect(await jobs()).toHaveLength(1);
  await sendDue();
  for (const id of [fresh, attempted]) expect(await readEmail(id)).toMatchObject({ state: "sent" });
  expect(server.received).toHaveLength(2);
});

test("a worker that is closed finishes what it sends, and leaves the rest in the queue, also what it claimed ahead", async () => {
  const slow = { ...mail, connections: 2, send: () => wait(300).then(() => ({ ok: true as const })) };
  const by = { ...services, mail: slow };
  const ids = await Promise.all(Array.from({ length: 8 }, () => anEmail(by)));
  const worker = aProcess(by);
  await soon(async () => expect((await Promise.all(ids.map(readEmail))).filter(({ attempts }) => attempts === 1)).toHaveLength(4));
  await worker.close(2_000);
  const states = (await Promise.all(ids.map(readEmail))).map(({ state, attempts }) => `${state} ${attempts}`);
  expect(new Set(states)).toEqual(new Set(["sent 1", "waiting 0"]));
  expect(await jobs()).not.toEqual([]);
  aProcess();
  await soon(async () => expect(await Promise.all(ids.map(async (id) => (await readEmail(id)).state))).toEqual(ids.map(() => "sent")));
});

test.for([
  { what: "emails that cannot be counted", kind: "order-placed" },
  { what: "emails that are counted, beside new orders that cannot be", kind: "order-refunded" },
] as const)("$what are not sent, and given back, to be sent at the next attempt", async ({ kind }) => {
  const ids = await Promise.all(
    [1, 2, 3].map(() => queueEmail(services, services.db, { kind, to: { email: "asha@example.com" }, orderId })),
  );
  await queueEmail(services, services.db, { kind: "new-order", to: "owner", orderId });
  const states = async () => (await Promise.all(ids.map(readEmail))).map(({ state, attempts }) => `${state} ${attempts}`);
  await behindTheRules(shop, "alter table rate_limits rename to rate_limits_away");
  await expect(sendDue())
    .rejects.toThrow("rate_limits")
    .finally(() => behindTheRules(shop, "alter table rate_limits_away rename to rate_limits"));
  expect(await states()).toEqual(ids.map(() => "waiting 0"));
  expect(server.received).toEqual([]);
  await sendDue();
  expect(await states()).toEqual(ids.map(() => "sent 1"));
});

test("no more emails are sent at once than the mail has connections, and these are kept", async () => {
  const far = await openMailServer({ roundTripMs: 20 });
  onTestFinished(() => far.close());
  const by = { ...services, mail: mailBy(far.url, 3) };
  const others = await Promise.all(Array.from({ length: 30 }, (_, n) => anEmail(by, `buyer-${n}@example.com`)));
  await sendDue(by);
  expect(far.received).toHaveLength(others.length);
  expect([far.mostAtOnce(), far.connections()]).toEqual([3, 3]);
});

/** Emails of all urgencies, those first that go last, as they are queued in a rush. */
async function aRush(by: Services) {
  await queueEmail(by, by.db, { kind: "mostly-held", to: "owner", facts: { product: "Account", held: "8", free: "2" } });
  for (let n = 0; n < 4; n += 1) await queueEmail(by, by.db, { kind: "order-refunded", to: { email: `buyer-${n}@example.com` }, orderId });
  const userId = (await aCustomer(shop, { email: "asha@example.com" })).userId;
  await by.db.$client.query("insert into password_resets (user_id, token_hash, expires_at) values ($1, $2, now() + interval '1 hour')", [
    userId,
    sha256(resetTokenOf(by, await queueEmail(by, by.db, { kind: "password-reset", to: { email: "asha@example.com" }, userId }))),
  ]);
}

test("links go first, then emails to buyers, then those to the owner", async () => {
  const by = { ...services, mail: mailBy(server.url, 1) };
  await shop.services.db.$client.query("update shop_settings set owner_email = 'owner@example.com'");
  forgetSettings(services);
  await aRush(by);
  await sendDue(by);
  const to = server.received.map(({ to: [address = ""] }) => address.replace(/-\d/, ""));
  expect(to).toEqual(["asha@example.com", ...Array(4).fill("buyer@example.com"), "owner@example.com"]);
});

test("a link that comes in a rush overtakes what is not claimed yet", async () => {
  const far = await openMailServer({ roundTripMs: 30 });
  onTestFinished(() => far.close());
  const by = { ...services, mail: mailBy(far.url, 2) };
  for (let n = 0; n < 40; n += 1) await queueEmail(by, by.db, { kind: "order-refunded", to: { email: `buyer-${n}@example.com` }, orderId });
  const sender = openSender(by);
  const sending = sender();
  await expect.poll(() => far.received.length).toBeGreaterThan(2);
  const before = far.received.length;
  await queueEmail(by, by.db, { kind: "guarded-values", to: { email: "asha@example.com" }, facts: { by: "a", changes: "[]" } });
  await sender();
  await sending;
  const place = far.received.findIndex(({ to }) => to.includes("asha@example.com"));
  expect(place - before).toBeLessThan(12);
  expect(far.received).toHaveLength(41);
});

test("orders of a rush become one email to the owner a minute, in the shop's language, which names each of them", async () => {
  await shop.services.db.$client.query("update shop_settings set owner_email = 'owner@example.com'");
  forgetSettings(services);
  const { id: productId } = await aProduct(shop, { name: "Verified account", ids: Array.from({ length: 12 }, (_, n) => `rush-${n}`) });
  const some = async (howMany: number) => {
    const orders = [];
    for (let n = 0; n < howMany; n += 1) orders.push(await aPendingOrder(shop, { productId }));
    await removeEmails();
    for (const { id } of orders) await queueEmail(services, services.db, { kind: "new-order", to: "owner", orderId: id });
    return orders;
  };
  shop.setNow(new Date());
  const [first] = await some(1);
  await sendDue();
  expect(server.received.map(subjectOf)).toEqual([`New order ${first?.requestCode}`]);

  const rush = await some(6);
  const cancelled = rush[2]?.id;
  await behindTheRules(shop, "update orders set status = 'cancelled', cancelled_at = now() where id = $1", [cancelled]);
  await removeJobs();
  await sendDue();
  await sendDue();
  expect(server.received).toHaveLength(1);
  expect((await jobs()).length, "one for the end of the minute").toBe(1);
  await removeJobs();
  await sendDue();
  expect((await jobs()).length, "another, if that came early, by a clock of the database that is ahead").toBe(1);

  shop.setNow(new Date(services.now().getTime() + NEW_ORDERS_EVERY_MS + 1_000));
  answer = () => 451;
  await sendDue(services, 0);
  answer = () => null;
  shop.setNow(new Date(services.now().getTime() + NEW_ORDERS_EVERY_MS + 1_000));
  await sendDue();
  const digest = server.received[1];
  expect(server.received).toHaveLength(2);
  expect(digest?.to).toEqual(["owner@example.com"]);
  expect(digest && subjectOf(digest)).toBe("5 new orders");
  for (const { id, requestCode } of rush) expect(digest?.source.includes(requestCode)).toBe(id !== cancelled);
  const { rows } = await services.db.$client.query("select order_id, state, last_problem from emails where state <> 'sent'");
  expect(rows).toEqual([{ order_id: cancelled, state: "failed", last_problem: '{"code":"emailTooLate"}' }]);
});

test("an email that is out of date is not sent, nor one about what is gone", async () => {
  const cancelled = (await aPendingOrder(shop)).id;
  await behindTheRules(shop, "update orders set status = 'cancelled', cancelled_at = now() where id = $1", [cancelled]);
  const late = await queueEmail(services, services.db, { kind: "new-order", to: { email: "owner@example.com" }, orderId: cancelled });
  const gone = await queueEmail(services, services.db, { kind: "contact-message", to: "owner", facts: { messageId: "gone" } });
  await sendDue();
  for (const id of [late, gone]) expect(await readEmail(id)).toMatchObject({ state: "failed", attempts: 1 });
  expect(server.received).toEqual([]);
});
