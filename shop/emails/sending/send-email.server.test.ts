import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import { openWorker } from "#platform/jobs/worker.server.ts";
import { openSmtp } from "#platform/mail/smtp.server.ts";
import { readSmtpUrl } from "#platform/mail/smtp-url.ts";
import type { Services } from "#platform/provides.ts";
import { LETTER_CLAIM_MS, LETTER_OVERDUE_MS, PLACED_LETTERS_OF_ADDRESS_MAX } from "#shop/constants.ts";
import { requeueOverdueLetters } from "#shop/letters/keep-letters.server.ts";
import { queueLetter, SEND_LETTER } from "#shop/letters/queue-letter.server.ts";
import { behindTheRules } from "#tests/support/books.ts";
import { aPendingOrder } from "#tests/support/builders.ts";
import { type Answer, type MailServer, openMailServer } from "#tests/support/mail-server.ts";
import { freePort } from "#tests/support/running-shop.ts";
import { openTestShop, type TestShop } from "#tests/support/shop.ts";
import { sendLetter } from "./send-letter.server.ts";

let shop: TestShop;
let server: MailServer;
let answer: (address: string) => Answer;
let services: Services;
let orderId: string;

beforeAll(async () => {
  shop = await openTestShop();
  server = await openMailServer({ answer: (address) => answer(address) });
  services = { ...shop.services, mail: mailBy(server.url) };
  orderId = (await aPendingOrder(shop)).id;
});
beforeEach(() => {
  answer = () => null;
});
afterEach(async () => {
  await shop.services.db.$client.query("delete from letters; delete from tries; delete from graphile_worker._private_jobs");
  server.received.length = 0;
  shop.setNow();
});
afterAll(async () => {
  await server.close();
  await shop.close();
});

function mailBy(url: string) {
  const found = readSmtpUrl(url);
  if (!found) throw new Error("no mail server");
  return openSmtp({ server: found, from: { name: null, address: "no-reply@shop.example" }, origin: "https://shop.example" });
}

function aLetter(by = services, email = "asha@example.com"): Promise<string> {
  return queueLetter(by, by.db, { kind: "order-placed", to: { email }, orderId });
}

async function letter(id: string) {
  const { rows } = await shop.services.db.$client.query(
    "select state, tries, last_problem, next_try_at, sent_at from letters where id = $1",
    [id],
  );
  return rows[0];
}

async function jobs() {
  const { rows } = await shop.services.db.$client.query("select run_at from graphile_worker.jobs");
  return rows.map(({ run_at }) => run_at);
}

/** Waits for what another process does, on a machine that may be busy. */
function soon(check: () => Promise<void>): Promise<void> {
  return vi.waitFor(check, { timeout: 10_000, interval: 20 });
}

/** A process that sends letters; it tries again after so many ms. */
function aProcess(by = services, retryMs = 50) {
  const worker = openWorker(by, { [SEND_LETTER]: ({ letterId = "" }) => sendLetter(by, letterId, () => retryMs) }, { pollMs: 50 });
  onTestFinished(() => worker.close(1_000));
  return worker;
}

test("one address gets ten letters about placed orders an hour, whichever processes took the orders and send them", async () => {
  const db = openDatabase(shop.databaseUrl);
  onTestFinished(() => closeDatabase(db));
  const victim = "victim@example.com";
  for (let n = 0; n < PLACED_LETTERS_OF_ADDRESS_MAX + 2; n += 1) {
    await sendLetter(
      { ...services, db: n % 2 === 0 ? services.db : db },
      await aLetter(services, n % 3 === 0 ? victim : victim.toUpperCase()),
    );
  }
  expect(server.received).toHaveLength(PLACED_LETTERS_OF_ADDRESS_MAX);
  const { rows } = await services.db.$client.query("select state, last_problem from letters where state in ('waiting', 'failed')");
  expect(rows).toEqual(Array(2).fill({ state: "failed", last_problem: "Too many such letters went to this address lately." }));
  await sendLetter(services, await aLetter());
  expect(server.received.at(-1)?.to).toEqual(["asha@example.com"]);
});

test("a letter that is tried again takes nothing more from its address's share", async () => {
  answer = () => 451;
  const again = await aLetter();
  await sendLetter(services, again, () => 0);
  for (let tries = 0; tries < PLACED_LETTERS_OF_ADDRESS_MAX; tries += 1) await sendLetter(services, again, () => 0);
  answer = () => null;
  for (let n = 1; n < PLACED_LETTERS_OF_ADDRESS_MAX; n += 1) await sendLetter(services, await aLetter());
  expect(server.received).toHaveLength(PLACED_LETTERS_OF_ADDRESS_MAX - 1);
});

test("a letter is sent soon after it was queued, once, and nothing is left in the queue", async () => {
  aProcess();
  const id = await aLetter();
  await soon(async () => expect(await letter(id)).toMatchObject({ state: "sent", tries: 1, next_try_at: null }));
  expect(server.received).toMatchObject([{ to: ["asha@example.com"] }]);
  await soon(async () => expect(await jobs()).toEqual([]));
});

test("two processes share the queue: each letter goes out once, and a slow one holds up no other", async () => {
  const otherDb = openDatabase(shop.databaseUrl, { max: 5 });
  onTestFinished(() => closeDatabase(otherDb));
  aProcess();
  aProcess({ ...services, db: otherDb });
  const ids = await Promise.all(Array.from({ length: 12 }, (_, n) => aLetter(services, `buyer-${n}@example.com`)));
  await soon(async () => expect(await Promise.all(ids.map(async (id) => (await letter(id)).state))).toEqual(ids.map(() => "sent")));
  expect(server.received.map(({ to }) => to[0]).sort()).toEqual(ids.map((_, n) => `buyer-${n}@example.com`).sort());
});

test("however many jobs there are about one letter, at the same time it goes out once", async () => {
  const id = await aLetter();
  await Promise.all([1, 2, 3].map(() => sendLetter(services, id)));
  await sendLetter(services, id);
  expect(server.received).toHaveLength(1);
  expect(await letter(id)).toMatchObject({ state: "sent", tries: 1 });
});

test("a letter refused for good is given up at once, and what is noted names nobody", async () => {
  answer = () => 550;
  const id = await aLetter();
  await sendLetter(services, id);
  expect(await letter(id)).toMatchObject({ state: "failed", tries: 1, next_try_at: null, last_problem: expect.stringContaining("550") });
  expect((await letter(id)).last_problem).not.toContain("asha");
});

test("a letter that cannot be taken yet is tried again after 30 s, then twice as late, and given up after 16 tries", async () => {
  answer = () => 451;
  const id = await aLetter();
  let at = (await letter(id)).next_try_at.getTime();
  for (const waits of [30_000, 60_000, 120_000]) {
    shop.setNow(new Date(at));
    await sendLetter(services, id);
    const { state, next_try_at } = await letter(id);
    expect(state).toBe("waiting");
    expect(next_try_at.getTime() - at).toBe(waits);
    expect(await jobs()).toHaveLength(1);
    at = next_try_at.getTime();
  }
  await shop.services.db.$client.query("update letters set tries = 15 where id = $1", [id]);
  shop.setNow(new Date(at));
  await sendLetter(services, id);
  expect(await letter(id)).toMatchObject({ state: "failed", tries: 16 });
});

test("letters wait for a mail server that is dead, and go out when it is back", async () => {
  const port = await freePort();
  const by = { ...services, mail: mailBy(`smtp://127.0.0.1:${port}`) };
  aProcess(by);
  const ids = [await aLetter(by), await aLetter(by, "bela@example.com")];
  for (const id of ids) await soon(async () => expect((await letter(id)).tries).toBeGreaterThan(1));
  expect(await letter(ids[0] ?? "")).toMatchObject({ state: "waiting", last_problem: expect.stringContaining("cannot be reached") });

  const back = await openMailServer({ port });
  onTestFinished(() => back.close());
  for (const id of ids) await soon(async () => expect(await letter(id)).toMatchObject({ state: "sent", last_problem: null }));
  expect(back.received.map(({ to }) => to[0]).sort()).toEqual(["asha@example.com", "bela@example.com"]);
});

test("a letter to an address that is refused holds up no other", async () => {
  answer = (address) => (address.startsWith("asha") ? 451 : null);
  aProcess();
  const stuck = await aLetter();
  const other = await aLetter(services, "bela@example.com");
  await soon(async () => expect(await letter(other)).toMatchObject({ state: "sent" }));
  expect(await letter(stuck)).toMatchObject({ state: "waiting" });
});

test("the worker comes back by itself after the database was away", async () => {
  aProcess();
  const { pathname } = new URL(shop.databaseUrl);
  const elsewhere = openDatabase(shop.databaseUrl.replace(pathname, "/postgres"), { max: 1 });
  onTestFinished(() => closeDatabase(elsewhere));
  const open = (isOpen: boolean) => elsewhere.$client.query(`alter database ${pathname.slice(1)} allow_connections ${isOpen}`);
  await open(false);
  await elsewhere.$client.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [pathname.slice(1)]);
  await expect(shop.services.db.$client.query("select 1")).rejects.toThrow();
  await wait(300);
  await open(true);
  const id = await aLetter();
  await soon(async () => expect(await letter(id)).toMatchObject({ state: "sent" }));
});

test("a letter that has left is noted when the database is there again, and goes out once", async () => {
  const id = await aLetter();
  const mail = mailBy(server.url);
  let isAway = false;
  const send: typeof mail.send = (message) =>
    mail.send(message).finally(() => {
      isAway = true;
    });
  const db = new Proxy(services.db, {
    get(real, name) {
      if (name !== "update" || !isAway) return Reflect.get(real, name, real);
      isAway = false;
      throw Object.assign(new Error("the database is away"), { code: "ECONNREFUSED" });
    },
  });
  await sendLetter({ ...services, db, mail: { ...mail, send } }, id);
  expect(await letter(id)).toMatchObject({ state: "sent", tries: 1 });
  expect(server.received).toHaveLength(1);
});

test("a letter whose process was killed while sending is taken up again when its claim is over", async () => {
  const id = await aLetter();
  await shop.services.db.$client.query("update letters set tries = 1, next_try_at = now() + interval '2 minutes' where id = $1", [id]);
  await shop.services.db.$client.query("delete from graphile_worker._private_jobs");
  await sendLetter(services, id);
  expect(server.received).toEqual([]);

  expect(await requeueOverdueLetters(services)).toBe(0);
  shop.setNow(new Date(Date.now() + LETTER_CLAIM_MS + LETTER_OVERDUE_MS + 1_000));
  expect(await requeueOverdueLetters(services)).toBe(1);
  expect(await jobs()).toHaveLength(1);
  await sendLetter(services, id);
  expect(await letter(id)).toMatchObject({ state: "sent", tries: 2 });
});

test("a clock that is set back makes no letter wait for it: one that never went is due at once, one that was tried after its longest wait", async () => {
  const fresh = await aLetter();
  const tried = await aLetter();
  const { $client } = shop.services.db;
  await $client.query("update letters set tries = 3, next_try_at = now() + interval '2 minutes' where id = $1", [tried]);
  await $client.query("delete from graphile_worker._private_jobs");
  shop.setNow(new Date(Date.now() - 60_000));
  expect(await requeueOverdueLetters(services)).toBe(0);

  shop.setNow(new Date(Date.now() - 60 * 60_000));
  expect(await requeueOverdueLetters(services)).toBe(2);
  expect(await jobs()).toHaveLength(2);
  for (const id of [fresh, tried]) {
    await sendLetter(services, id);
    expect(await letter(id)).toMatchObject({ state: "sent" });
  }
  expect(server.received).toHaveLength(2);
});

test("a worker that is closed finishes what it sends, and leaves the rest in the queue", async () => {
  const slow = { isOn: true as const, origin: "https://shop.example", send: () => wait(300).then(() => ({ ok: true as const })) };
  const by = { ...services, mail: slow };
  const worker = openWorker(by, { [SEND_LETTER]: ({ letterId = "" }) => sendLetter(by, letterId) }, { pollMs: 50 });
  const ids = await Promise.all(Array.from({ length: 8 }, () => aLetter(by)));
  await soon(async () => expect((await Promise.all(ids.map(letter))).filter(({ tries }) => tries === 1).length).toBeGreaterThan(0));
  await worker.close(2_000);
  const states = (await Promise.all(ids.map(letter))).map(({ state, tries }) => `${state} ${tries}`);
  expect(new Set(states)).toEqual(new Set(["sent 1", "waiting 0"]));
});

test("a letter that would not be true any more is not sent, nor one about what is gone", async () => {
  const cancelled = (await aPendingOrder(shop)).id;
  await behindTheRules(shop, "update orders set status = 'cancelled', cancelled_at = now() where id = $1", [cancelled]);
  const late = await queueLetter(services, services.db, { kind: "new-order", to: { email: "owner@example.com" }, orderId: cancelled });
  const gone = await queueLetter(services, services.db, { kind: "contact-message", to: "owner", facts: { messageId: "gone" } });
  for (const id of [late, gone]) {
    await sendLetter(services, id);
    expect(await letter(id)).toMatchObject({ state: "failed", tries: 1 });
  }
  expect(server.received).toEqual([]);
});
