import { expect, test } from "vitest";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { pagePolicy } from "./headers.ts";
import type { PageGiven } from "./host.ts";
import { openOwnPages } from "./own-pages.ts";

const asha: Visitor = { kind: "customer", userId: "1", email: "asha@shop.example", name: "Asha", keys: { browser: null, accessKey: null } };

/** A shop window that says who is signed in, and counts how often it is drawn. */
function aWindow() {
  const heard: { since: number | null } = { since: 0 };
  const followers = new Map<string, () => void>();
  let drawn = 0;
  let shown = "first";
  const live = {
    follow: (topic: string, onChange: () => void) => {
      followers.set(topic, onChange);
      return () => followers.delete(topic);
    },
    mayHaveChanged: () => true,
    heardSince: () => heard.since,
  };
  const pages = openOwnPages(
    async (_request, { visitor, nonce }) => {
      drawn += 1;
      const who = visitor.kind === "guest" ? "nobody" : visitor.name;
      const headers = { "content-type": "text/html; charset=utf-8" };
      return new Response(`${shown} for ${who} <script nonce="${nonce}">go()</script>${"filled up ".repeat(90)}`, { headers });
    },
    { live, now: () => new Date("2026-01-01T00:00:01Z") },
  );
  const read = async (visitor: Visitor, path = "/products", more: Partial<PageGiven> = {}) => {
    const given = {
      visitor,
      origin: "http://localhost",
      nonce: "a-nonce",
      formKey: "a-key",
      refusal: null,
      isProxyUnknown: false,
      ...more,
    };
    const answer = await pages(new Request(`http://localhost${path}`), given as PageGiven);
    return { text: await answer.text(), headers: answer.headers };
  };
  return {
    ...{ heard, read, drawn: () => drawn, tell: () => followers.get("stock")?.() },
    show: (text: string) => {
      shown = text;
    },
  };
}

test("who is signed in and comes back gets the page of before; its scripts are known by their hashes", async () => {
  const { read, drawn } = aWindow();
  for (let n = 0; n < 2; n += 1) await read(asha);
  const { text, headers } = await read(asha);
  expect(drawn()).toBe(2);
  expect(text).toContain("first for Asha <script>go()</script>");
  expect(
    headers
      .get("content-security-policy")
      ?.split("; ")
      .map((rule) => rule.replace(/ '(nonce|sha256)-[^']+'/, "")),
  ).toEqual(
    pagePolicy("x")
      .split("; ")
      .map((rule) => rule.replace(/ '(nonce|sha256)-[^']+'/, "")),
  );
  expect(headers.get("etag")).toBeNull();
});

test("[S6.2] nobody gets another one's page, whatever differs between the two", async () => {
  const { read, drawn } = aWindow();
  for (let n = 0; n < 3; n += 1) await read(asha);
  const before = drawn();
  const others: Visitor[] = [
    { ...asha, userId: "2" },
    { ...asha, name: "Asha Rao" },
    { ...asha, email: "other@shop.example" },
    { ...asha, kind: "admin" },
    { ...asha, keys: { browser: "a hash", accessKey: null } },
  ];
  for (const other of others) expect((await read(other)).text).toContain(other.kind === "guest" ? "nobody" : `for ${other.name} `);
  await read(asha, "/products", { origin: "https://localhost" });
  await read(asha, "/products", { isProxyUnknown: true });
  expect(drawn() - before).toBe(others.length + 2);
});

test("guests, other pages and what is searched are drawn each time", async () => {
  const { read, drawn } = aWindow();
  for (let n = 0; n < 3; n += 1) {
    await read({ kind: "guest", keys: asha.keys });
    await read(asha, "/account");
    await read(asha, "/products?q=gold");
  }
  expect(drawn()).toBe(9);
});

test("after a change it is drawn anew, and while changes are not sure to be heard, each time", async () => {
  const { read, drawn, show, tell, heard } = aWindow();
  for (let n = 0; n < 3; n += 1) await read(asha);
  show("second");
  tell();
  await expect.poll(async () => (await read(asha)).text).toContain("second");
  heard.since = null;
  const before = drawn();
  show("third");
  expect((await read(asha)).text).toContain("third");
  expect(drawn()).toBe(before + 1);
});
