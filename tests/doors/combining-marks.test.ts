import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { isCommonPassword } from "#shop/accounts/passwords/common-passwords.server.ts";
import { containsKnownWord } from "#shop/accounts/passwords/new-password.ts";
import { canonicalText, withoutSeparators } from "#shop/canonical-text.ts";
import { bareAmount } from "#shop/money.ts";
import { readAccessKey } from "#shop/orders/access/access-key.ts";
import { proofNameOf } from "#shop/payments/proof-image.ts";
import { isReversal, numbersIn } from "#shop/payments/statements/narration.ts";
import { openStatement } from "#shop/payments/statements/read-statement.server.ts";
import { finds, searchedText, searchPattern } from "#shop/search-pattern.ts";
import { readId } from "#shop/stock/ids/id.ts";
import { withOddShown } from "#shop/stock/ids/odd-characters.ts";
import { isHeader, isNameOfIds } from "#shop/stock/parsing/header-words.ts";
import { idsIn, previewOf } from "#shop/stock/parsing/id-layout.ts";
import { readIdList } from "#shop/stock/parsing/id-list.ts";
import { formatOf } from "#shop/stock/parsing/text-format.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { readTypedCode } from "#web/storefront/order/order-finder-code.ts";

/** 256 KB of two marks that have to be put in order, which takes a square of time. */
const MARKS = "\u0315\u0300".repeat(65_536);
const FILLINGS = [`a${MARKS}`, MARKS, "\u0315\u0300\u200b".repeat(40_000), "\u0344".repeat(65_536)];

const realNormalize = String.prototype.normalize;
/** The longest run of marks that was normalized. */
let longest = 0;

beforeEach(() => {
  longest = 0;
  vi.spyOn(String.prototype, "normalize").mockImplementation(function (this: string, form?: string) {
    for (const [run] of this.matchAll(/\p{M}+/gu)) longest = Math.max(longest, Array.from(run).length);
    return longest > 30 ? String(this) : realNormalize.call(this, form);
  });
  return () => vi.restoreAllMocks();
});

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

test("[S3.9] no schema normalizes a long run of combining marks", async () => {
  const schemas: [string, z.ZodType][] = [];
  for (const file of globSync("{shop,api}/**/*.ts", { exclude: (name) => /\.test\.ts$|tables\.server\.ts$/.test(name) })) {
    if (!readFileSync(file, "utf8").includes('from "zod"')) continue;
    const exported: Record<string, unknown> = await import(join(process.cwd(), file));
    for (const [name, value] of Object.entries(exported)) if (value instanceof z.ZodType) schemas.push([`${file} ${name}`, value]);
  }
  expect(schemas.length).toBeGreaterThan(60);
  for (const [name, schema] of schemas) {
    for (const filling of FILLINGS) for (const input of filled(schema, filling)) await schema.safeParseAsync(input);
    expect(longest, name).toBeLessThanOrEqual(30);
  }
});

/** Inputs with the filling in every field of the schema. */
function filled(schema: z.ZodType, filling: string): unknown[] {
  if (!(schema instanceof z.ZodObject)) return [filling, [filling]];
  const fields = Object.keys(schema.shape);
  return [filling, [filling]].map((value) => Object.fromEntries(fields.map((field) => [field, value])));
}

test("[S3.9] no rule that reads a text normalizes a long run of combining marks", async () => {
  const statement = async (text: string) => {
    const opened = await openStatement(piecesOf(text), { bank: "other" }, "2026-11-27");
    if (opened.ok) for await (const line of opened.value) void line;
  };
  const rules: ((text: string) => unknown)[] = [
    canonicalText,
    withoutSeparators,
    bareAmount,
    readAccessKey,
    readTypedCode,
    searchedText,
    searchPattern,
  ];
  rules.push(readId, withOddShown, isNameOfIds, readIdList, formatOf, isCommonPassword);
  rules.push((text) => [finds(text, text), proofNameOf("REQ-1", `${text}.jpg`)]);
  rules.push((text) => containsKnownWord(text, { email: `${text}@shop.example`, shopName: text }));
  rules.push((text) => isHeader([text, text], [[text, text]]));
  rules.push((text) => numbersIn("other", { narration: [text], reference: text, bookedOn: "2026-11-27" }));
  rules.push((text) => isReversal("other", [text]));
  for (const layout of ["lines", "bare", "list", "columns"] as const) {
    const choice = { layout, columns: [1, 2], hasHeader: true, joiner: ":" };
    rules.push((text) => [...idsIn(`${text}\t${text}\n${text}`, choice)].length + previewOf(text, choice).count);
  }
  rules.push((text) => statement(`Date,Narration,Ref,Credit\n27/11/2026,${text},${text},499\n${text},${text},${text},${text}\n`));
  rules.push((text) => statement(`${text},Narration,${text},Credit\n`));
  for (const [at, rule] of rules.entries()) {
    for (const filling of FILLINGS) await rule(filling);
    expect(longest, `rule ${at}`).toBeLessThanOrEqual(30);
  }
});

async function* piecesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

test("[S3.9] one file normalizes, so that no other can forget the runs", () => {
  const files = globSync("{shop,web,api,server,migration,platform,messages}/**/*.{ts,tsx}").filter((file) => !/\.test\.tsx?$/.test(file));
  expect(files.length).toBeGreaterThan(500);
  const found = files.filter((file) => /\.normalize\(/.test(readFileSync(file, "utf8")));
  // The passphrase of an archive has at most 128 characters, and is never cut.
  expect(found.sort()).toEqual(["platform/archive/archive-key.server.ts", "shop/canonical-text.ts"]);
});

test("[S2.28] the database normalizes in one function, which cuts long runs of combining marks as the shop does", {
  timeout: 60_000,
}, async () => {
  const { $client } = shop.services.db;
  const ours = await $client.query<{ name: string }>(
    "select proname as name from pg_proc where pronamespace = current_schema()::regnamespace and pg_get_functiondef(oid) ~* 'normalize\\(' and prokind = 'f'",
  );
  expect(ours.rows.map(({ name }) => name)).toEqual(["canonical_text"]);
  for (const filling of FILLINGS) {
    const { rows } = await $client.query<{ canonical: string; searched: string }>(
      "select canonical_text($1) as canonical, searched_text($1) as searched",
      [filling],
    );
    expect(rows).toEqual([{ canonical: canonicalText(filling), searched: searchedText(filling) }]);
    expect(Array.from(rows[0]?.canonical ?? "").length).toBeLessThanOrEqual(31);
  }
});

test("[S2.28] every mark counts for the shop and for PostgreSQL alike", async () => {
  const marks = Array.from({ length: 0x30_000 }, (_, code) => (code >= 0xd800 && code < 0xe000 ? "" : String.fromCodePoint(code))).filter(
    (sign) => /\p{M}/u.test(sign),
  );
  expect(marks.length).toBeGreaterThan(2_000);
  const texts = marks.map((mark) => `a${mark.repeat(31)}b`);
  const { rows } = await shop.services.db.$client.query<{ text: string; canonical: string }>(
    "select text, canonical_text(text) as canonical from unnest($1::text[]) as t (text)",
    [texts],
  );
  expect(
    rows.filter(({ text, canonical }) => canonical !== canonicalText(text)).map(({ text }) => text.codePointAt(1)?.toString(16)),
  ).toEqual([]);
});
