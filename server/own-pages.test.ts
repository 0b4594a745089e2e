import { expect, test } from "vitest";
import type { Visitor } from "#shop/accounts/visitor.ts";
import type { Asked } from "./for-everybody.ts";
import { openOwnPages } from "./own-pages.ts";

const asha = { kind: "customer", userId: "1", email: "asha@shop.example", name: "Asha", keys: { browser: null, accessKey: null } } as const;
const window: Asked = {
  path: "/products",
  host: "localhost",
  origin: "http://localhost",
  theme: null,
  coding: null,
  known: null,
  cookie: "it is me",
};

/** A shop window that says who is signed in, and counts how often it is drawn. */
function aWindow({ caching = "private, no-store" } = {}) {
  let drawn = 0;
  let shown = "first";
  let visitor: Visitor = asha;
  const draw = async (_request: Request, { visitor: given }: { visitor: Visitor }) => {
    drawn += 1;
    const who = given.kind === "guest" ? "nobody" : given.name;
    const policy = "script-src 'self' 'nonce-abc'; style-src 'self' 'nonce-abc'";
    const headers = { "content-type": "text/html; charset=utf-8", "cache-control": caching, "content-security-policy": policy };
    return new Response(`${shown} for ${who} <script nonce="abc">go()</script>${"filled up ".repeat(90)}`, { headers });
  };
  const pages = openOwnPages(
    { fetch: draw as never },
    () => new Date("2026-01-01T00:00:01Z"),
    async () => visitor,
  );
  const read = (other: Visitor = asha, more: Partial<Asked> = {}) => {
    visitor = other;
    return pages.find({ ...window, ...more, cookie: "it is me" }, 0);
  };
  return {
    ...{ read, drawn: () => drawn, tell: pages.noteChange },
    show: (text: string) => {
      shown = text;
    },
  };
}

test("who is signed in takes the long way once, and gets the page of before from then on; its scripts are known by their hashes", async () => {
  const { read, drawn } = aWindow();
  expect(await read()).toBeNull();
  for (let n = 0; n < 3; n += 1) expect(String((await read())?.body)).toContain("first for Asha <script>go()</script>");
  expect(drawn()).toBe(1);
  const { headers = [], etag } = (await read()) ?? {};
  expect(headers.join(" ")).toMatch(/script-src 'self' 'sha256-[^']+'; style-src 'self'/);
  expect(headers.join(" ")).not.toContain("nonce");
  expect(etag).toBeNull();
});

test("[S6.2] nobody gets another one's page, whatever differs between the two", async () => {
  const { read } = aWindow();
  for (let n = 0; n < 2; n += 1) await read();
  const others: Visitor[] = [
    { ...asha, userId: "2" },
    { ...asha, name: "Asha Rao" },
    { ...asha, email: "other@shop.example" },
    { ...asha, kind: "admin" },
    { ...asha, keys: { browser: "a hash", accessKey: null } },
  ];
  for (const other of others) expect(await read(other), JSON.stringify(other)).toBeNull();
  for (const more of [{ origin: "https://localhost" }, { path: "/" }, { theme: "dark" }, { coding: "br" }] as const)
    expect(await read(asha, more), JSON.stringify(more)).toBeNull();
});

test("guests take the long way each time, also one whose session ended", async () => {
  const { read, drawn } = aWindow();
  for (let n = 0; n < 3; n += 1) expect(await read({ kind: "guest", keys: asha.keys })).toBeNull();
  expect(drawn()).toBe(0);
});

test("what others may store is not made for one, and never kept for one", async () => {
  const { read } = aWindow({ caching: "no-cache" });
  for (let n = 0; n < 3; n += 1) expect(await read()).toBeNull();
});

test("after a change it is drawn anew", async () => {
  const { read, show, tell } = aWindow();
  for (let n = 0; n < 3; n += 1) await read();
  show("second");
  tell();
  await expect.poll(async () => String((await read())?.body)).toContain("second");
});
