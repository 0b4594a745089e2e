import { expect, onTestFinished, test } from "vitest";
import { freePort } from "#tests/support/processes/running-shop.ts";
import { type MailServer, openMailServer } from "#tests/support/servers/mail-server.ts";
import type { Message } from "./mail.ts";
import { openSmtp } from "./smtp.server.ts";
import { readSmtpUrl } from "./smtp-url.ts";

async function aMailServer(options: Parameters<typeof openMailServer>[0] = {}): Promise<MailServer> {
  const server = await openMailServer(options);
  onTestFinished(() => server.close());
  return server;
}

function mailBy(url: string) {
  const server = readSmtpUrl(url);
  if (!server) throw new Error("no mail server");
  return openSmtp({ server, from: { name: null, address: "no-reply@shop.example" }, origin: "https://shop.example" });
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

  const server = readSmtpUrl(open.url);
  if (!server) throw new Error("no mail server");
  const elsewhere = openSmtp({
    server: { ...server, tls: "required" },
    from: { name: null, address: "a@b.example" },
    origin: "https://shop.example",
  });
  expect(await elsewhere.send(message)).toMatchObject({ ok: false, isForGood: false, problem: { code: "mailNotEncrypted" } });
  expect(open.received).toHaveLength(2);

  const offering = await aMailServer({ tls: true });
  expect(await mailBy(offering.url).send(message)).toEqual({ ok: true });
});
