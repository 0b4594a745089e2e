import { expect, onTestFinished, test } from "vitest";
import { freePort } from "#tests/support/processes/running-shop.ts";
import { type MailServer, openMailServer } from "#tests/support/servers/mail-server.ts";
import type { Message } from "./mail.ts";
import { openSmtp } from "./smtp.server.ts";
import { readSmtpUrl, type SmtpServer } from "./smtp-url.ts";

async function aMailServer(options: Parameters<typeof openMailServer>[0] = {}): Promise<MailServer> {
  const server = await openMailServer(options);
  onTestFinished(() => server.close());
  return server;
}

function mailBy(url: string, { connections = 2, tls, idleMs }: { connections?: number; tls?: SmtpServer["tls"]; idleMs?: number } = {}) {
  const server = readSmtpUrl(url);
  if (!server) throw new Error("no mail server");
  const from = { name: null, address: "no-reply@shop.example" };
  const config = { server: { ...server, ...(tls && { tls }) }, from, origin: "https://shop.example", connections };
  const mail = openSmtp(config, idleMs === undefined ? {} : { idleMs });
  onTestFinished(() => mail.close());
  return mail;
}

const message: Message = {
  id: "email-1",
  to: ["asha@example.com"],
  replyTo: "help@shop.example",
  senderName: 'Track"side, <evil@mail.example>',
  subject: "We have your order",
  text: "Thank you.",
  html: "<p>Thank you.</p>",
};

test("an email arrives whole, from the operator's sender in the shop's name, and has the same Message-ID each time", async () => {
  const server = await aMailServer();
  const mail = mailBy(server.url);
  expect(await mail.send(message)).toEqual({ ok: true });
  expect(await mail.send(message)).toEqual({ ok: true });
  const [first, second] = server.received.map(({ source }) => source);
  for (const part of [
    "no-reply@shop.example",
    "Reply-To: help@shop.example",
    "Subject: We have your order",
    "Auto-Submitted: auto-generated",
    "<p>Thank you.</p>",
  ])
    expect(first).toContain(part);
  for (const source of [first, second]) expect(source).toContain("Message-ID: <email-1@shop.example>");
  expect(server.received[0]?.to).toEqual(["asha@example.com"]);
});

test("[S12.9] an email that can be unsubscribed from says how, by one press on https alone", async () => {
  const server = await aMailServer();
  const mail = mailBy(server.url);
  for (const unsubscribeLink of ["https://shop.example/stop", "http://shop.local/stop"]) await mail.send({ ...message, unsubscribeLink });
  const [secure = "", plain = ""] = server.received.map(({ source }) => source);
  expect(secure).toContain("List-Unsubscribe: <https://shop.example/stop>");
  expect(secure).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
  expect(plain).toContain("List-Unsubscribe: <http://shop.local/stop>");
  expect(plain).not.toContain("List-Unsubscribe-Post");
});

test("the text of an email arrives to the letter: long lines, two spaces and tabs", async () => {
  const server = await aMailServer();
  const ids = ["RAIL_1  two  spaces", "user\tpassword\tmail@example.com", `long ${"with words ".repeat(40)}end`, "नमस्ते  दो"];
  await mailBy(server.url).send({ ...message, text: `${ids.join("\n")}\n`, html: `<pre>${ids.join("\n")}</pre>` });
  const source = server.received[0]?.source ?? "";
  expect(source).not.toContain("format=flowed");
  expect(source.replaceAll("\r\n", "\n")).toContain(ids.slice(0, 3).join("\n"));
});

test("what stands in a subject, a name or an address becomes no header and no second recipient", async () => {
  const server = await aMailServer();
  const mail = mailBy(server.url);
  await mail.send({ ...message, subject: "Hello\r\nBcc: evil@mail.example\r\n\r\nBody", senderName: "Shop\r\nBcc: evil@mail.example" });
  await mail.send({ ...message, to: ["asha@example.com, evil@mail.example"] });
  await mail.send({ ...message, to: ["asha@example.com>\r\nRCPT TO:<evil@mail.example"] });
  await mail.send({ ...message, replyTo: "a@b.example\r\nBcc: evil@mail.example" });
  expect(server.received.flatMap(({ to }) => to)).not.toContain("evil@mail.example");
  for (const { source } of server.received) expect(source).not.toMatch(/^Bcc:/im);
});

test.each([
  [550, true],
  [552, true],
  [451, false],
  [421, false],
])("an answer of %i is for good: %s; what the server wrote is not repeated", async (number, isForGood) => {
  const server = await aMailServer({ answer: () => number });
  const delivery = await mailBy(server.url).send(message);
  expect(delivery).toMatchObject({ ok: false, isForGood });
  expect(JSON.stringify(delivery)).not.toMatch(/asha|welcome/);
});

test("a server that is dead, that talks nonsense, or that refuses the password is retried later", async () => {
  const port = await freePort();
  expect(await mailBy(`smtp://127.0.0.1:${port}`).send(message)).toMatchObject({ ok: false, isForGood: false });

  const locked = await aMailServer({ user: { name: "shop", password: "right" } });
  const wrong = await mailBy(locked.url.replace("//", "//shop:wrong@")).send(message);
  expect(wrong).toMatchObject({ ok: false, isForGood: false, problem: { code: "mailPasswordRefused" } });
  expect(JSON.stringify(wrong)).not.toContain("wrong");
  expect(await mailBy(locked.url.replace("//", "//shop:right@")).send(message)).toEqual({ ok: true });
});

test("a server elsewhere that does not encrypt gets nothing, unless the operator says so; one on this machine may", async () => {
  const open = await aMailServer();
  expect(await mailBy(open.url).send(message)).toEqual({ ok: true });
  expect(await mailBy(`${open.url}?tls=off`).send(message)).toEqual({ ok: true });

  const elsewhere = mailBy(open.url, { tls: "required" });
  expect(await elsewhere.send(message)).toMatchObject({ ok: false, isForGood: false, problem: { code: "mailNotEncrypted" } });
  expect(open.received).toHaveLength(2);

  const offering = await aMailServer({ tls: true });
  expect(await mailBy(offering.url).send(message)).toEqual({ ok: true });
});

/** Sends this many messages at once, each with an id of its own. */
function sendAll(mail: ReturnType<typeof mailBy>, howMany: number, from = 0) {
  return Promise.all(Array.from({ length: howMany }, (_, n) => mail.send({ ...message, id: `email-${from + n}` })));
}

const idsOf = ({ received }: MailServer) => received.map(({ source }) => /Message-ID: <(email-\d+)@/.exec(source)?.[1] ?? "").sort();

test("connections are kept for the next emails, no more of them than are allowed, and closed when idle or at the end", async () => {
  const server = await aMailServer();
  const mail = mailBy(server.url, { connections: 3, idleMs: 300 });
  expect(await sendAll(mail, 9)).toEqual(Array(9).fill({ ok: true }));
  expect(await sendAll(mail, 3, 9)).toEqual(Array(3).fill({ ok: true }));
  expect([server.connections(), server.mostAtOnce()]).toEqual([3, 3]);
  await expect.poll(() => server.open()).toBe(0);

  const kept = mailBy(server.url, { connections: 3, idleMs: 15_000 });
  await sendAll(kept, 3);
  expect(server.open()).toBe(3);
  await kept.close();
  await expect.poll(() => server.open()).toBe(0);
});

test("what is under way at the end is finished", async () => {
  const accepting = Promise.withResolvers<void>();
  const server = await aMailServer({ pause: (before) => (before === "ok" ? accepting.promise : undefined) });
  const mail = mailBy(server.url);
  const sent = mail.send(message);
  await expect.poll(() => server.received.length).toBe(1);
  await mail.close();
  accepting.resolve();
  expect(await sent).toEqual({ ok: true });
  await expect.poll(() => server.open()).toBe(0);
});

test("a server that closes kept connections loses no email and gets none twice", async () => {
  const server = await aMailServer({ roundTripMs: 20 });
  const mail = mailBy(server.url, { connections: 3 });
  await sendAll(mail, 3);
  server.drop();
  expect(await sendAll(mail, 6, 3), "noticed late").toEqual(Array(6).fill({ ok: true }));
  await expect.poll(() => server.open()).toBeGreaterThan(0);
  server.drop();
  await expect.poll(() => server.open()).toBe(0);
  expect(await sendAll(mail, 3, 9), "noticed").toEqual(Array(3).fill({ ok: true }));
  expect(idsOf(server)).toEqual(Array.from({ length: 12 }, (_, n) => `email-${n}`).sort());
});

test("an email on a connection that breaks while it is sent is tried again by the shop, not by the connection", async () => {
  let server: MailServer | null = null;
  const breaks = async (before: "recipient" | "ok") => void (before === "ok" && server?.drop());
  server = await aMailServer({ pause: breaks });
  const mail = mailBy(server.url);
  expect(await mail.send(message)).toMatchObject({ ok: false, isForGood: false, problem: { code: "mailServerUnreachable" } });
  expect(server.received).toHaveLength(1);
});

test("a refused email leaves its connection to the next", async () => {
  const server = await aMailServer({ answer: (address) => (address.startsWith("asha") ? 550 : null) });
  const mail = mailBy(server.url, { connections: 1 });
  expect(await mail.send(message)).toMatchObject({ ok: false, isForGood: true });
  expect(await mail.send({ ...message, to: ["bela@example.com"] })).toEqual({ ok: true });
  expect(server.connections()).toBe(1);
});

test("a far server costs a kept connection two round trips for each email", async () => {
  const server = await aMailServer({ roundTripMs: 100 });
  const mail = mailBy(server.url, { connections: 1 });
  await mail.send(message);
  const startedAt = performance.now();
  for (let n = 0; n < 3; n += 1) await mail.send(message);
  const each = (performance.now() - startedAt) / 3;
  expect(each).toBeGreaterThan(195);
  expect(each).toBeLessThan(400);
});
