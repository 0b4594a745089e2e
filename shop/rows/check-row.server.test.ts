import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { cleanHtml } from "#shop/catalogue/description.server.ts";
import { firstSettings } from "#shop/settings/settings-list.ts";
import { EXPORT_1_0 } from "#tests/upgrades/data-of-1.0.ts";
import { rowSchema, wrongOf } from "./check-row.server.ts";
import { exportedTables } from "./exported-tables.server.ts";
import { rowRules } from "./row-rules.server.ts";

const at = "2026-11-25T10:00:00.123456Z";
const hash = "0a".repeat(32);
const anId = { id: "RAIL 1", withdrawn: null, state: "available", orderId: null, deliveredAt: null };

/** Rows of tables that 1.0.0 did not have. */
const since1_0: Record<string, Record<string, unknown>> = {
  disputes: {
    id: "f3c1",
    paymentId: "p1",
    provider: "razorpay",
    providerId: "disp_1",
    paise: 49_900,
    currency: "INR",
    reason: "goods not received",
    state: "lost",
    respondBy: at,
    openedAt: at,
    closedAt: at,
    checkedAt: at,
  },
  "order-messages": {
    id: "m1",
    orderId: "guest-1",
    number: 1,
    side: "buyer",
    personId: null,
    text: "Where is my ID?",
    pictureKey: "0a".repeat(24),
    asks: "proof",
    answers: null,
    replacedProofKey: "0b".repeat(24),
    at,
    erasedAt: null,
  },
  conversations: {
    orderId: "guest-1",
    waitsFor: "shop",
    waitsSince: at,
    lastAt: at,
    question: 1,
    answeredAt: at,
    waitedMs: 5,
    buyerSeen: 1,
  },
  claims: {
    id: "REQ-1-C1",
    orderId: "guest-1",
    number: 1,
    unitId: 1,
    position: 0,
    openedBy: "buyer",
    personId: null,
    reason: "used",
    firstReason: null,
    messageNumber: 1,
    state: "open",
    openedAt: at,
    reopenedAt: null,
    againNumber: null,
    refundId: null,
    waitsSince: null,
    decidedAt: null,
    decidedBy: null,
    answerNumber: null,
  },
  recalls: {
    id: "r1",
    batchId: "b1",
    at,
    by: "admin-1",
    reason: "used",
    scope: "in_time",
    claimedUpto: 0,
    finishedAt: at,
    undoneAt: null,
  },
  suppliers: { id: "s1", name: "Ravi", hiddenAt: null },
  "statement-reversals": { reference: "633111654612", noticedAt: at },
};

/** The columns of other tables that 1.0.0 did not have. */
const columnsSince1_0: Record<string, Record<string, unknown>> = {
  customers: { rights: [] },
  imports: { supplierId: null },
  settings: {
    ...{ claimHours: 72, answerHours: 48, questionPresets: null, alertsDeliver: false, alertsDayMax: 20_000 },
    ...{ grievanceName: "", grievanceContact: "", eraseMessagesDays: 0 },
  },
  payments: { bankProof: null },
  statements: { kind: "file", firstDay: "2026-11-01", lastDay: "2026-11-26" },
  "statement-lines": { sentAt: null, seenIn: null, waitsBecause: null },
  products: { claimHours: null },
  orders: { claimUntil: null },
};

/** A row of a table: the first in the export of 1.0.0, if that has the table, with later columns. */
function rowOf(table: string): Record<string, unknown> {
  return since1_0[table] ?? { ...JSON.parse(readFileSync(`${EXPORT_1_0}/${table}.json`, "utf8"))[0], ...columnsSince1_0[table] };
}

test("a row as the shop exports it keeps the rules, and one with a value of another type, or without a column, does not", () => {
  for (const table of exportedTables) {
    const schema = rowSchema(table, table.columns);
    const row = rowOf(table.name);
    expect(schema.safeParse(row).error, table.name).toBeUndefined();
    for (const { name } of table.columns) {
      const { [name]: _, ...without } = row;
      expect(schema.safeParse(without).success, `${table.name} without ${name}`).toBe(false);
      for (const other of [Symbol("none"), { length: 1 }, [{}], -7.5])
        if (!isOfType(table.name, name, other))
          expect(schema.safeParse({ ...row, [name]: other }).success, `${table.name}.${name}`).toBe(false);
    }
  }
});

/** An object may be any that its rule does not know better. */
function isOfType(table: string, name: string, value: unknown): boolean {
  const type = exportedTables.find((one) => one.name === table)?.columns.find((column) => column.name === name)?.type;
  const isObject = typeof value === "object" && value !== null;
  return isObject && (type === "object" || (type === "list of objects" && Array.isArray(value)));
}

test("every rule is of a column that is exported", () => {
  for (const [table, { columns = {}, row = [] }] of Object.entries(rowRules)) {
    const names = exportedTables.find(({ name }) => name === table)?.columns.map(({ name }) => name) ?? [];
    expect(names, table).toEqual(expect.arrayContaining([...Object.keys(columns), ...row.map(([column]) => column)]));
  }
});

test.for<[table: string, row: Record<string, unknown>]>([
  ["settings", { timeZone: "Mars/Olympus" }],
  ["settings", { timeZone: "Etc/Unknown" }],
  ["settings", { timeZone: "../../etc" }],
  ["settings", { timeZone: "asia/kolkata" }],
  ["settings", { supportEmail: "nobody" }],
  ["settings", { supportEmail: " help@example.com" }],
  ["settings", { ownerEmail: "owner@example.com\n" }],
  ["settings", { name: " Trackside" }],
  ["settings", { name: "Track\nside" }],
  ["settings", { chatUrl: "javascript:alert(1)" }],
  ["settings", { chatUrl: "wa.me/1" }],
  ["settings", { idCheckerUrl: "//evil.example" }],
  ["settings", { gstin: "27AAPFU0939F1ZW" }],
  ["settings", { gstin: "27aapfu0939f1zv" }],
  ["settings", { sellerName: " Asha" }],
  ["settings", { grievanceContact: "x".repeat(201) }],
  ["settings", { sellerName: "Asha\nRao" }],
  ["settings", { rejectionReasons: [{ en: "x".repeat(201) }] }],
  ["settings", { rejectionReasons: [{}] }],
  ["settings", { questionPresets: [{ asks: "words", text: { en: "x".repeat(2_001) } }] }],
  ["settings", { questionPresets: [{ asks: "money", text: { en: "How much?" } }] }],
  ["settings", { questionPresets: [{ asks: "words", text: {} }] }],
  ["settings", { testimonials: "only words" }],
  ["settings", { gstin: "27AAPFU0939F1ZV", sellerAddress: "" }],
  ["settings", { updatedAt: "2026-13-45T10:00:00.000000Z" }],
  ["pages", { title: " " }],
  ["pages", { title: "Terms\nof sale" }],
  ["pages", { html: "<script>alert(1)</script>" }],
  ["terms-versions", { texts: {} }],
  ["terms-versions", { texts: { en: { title: "Terms", html: "<p onclick=x()>x</p>" } } }],
  ["terms-versions", { texts: { english: { title: "Terms", html: "<p>x</p>" } } }],
  ["products", { id: "a\nb" }],
  ["products", { name: " " }],
  ["products", { name: "a\0b" }],
  ["products", { name: "\ud83d" }],
  ["products", { name: "x".repeat(201) }],
  ["products", { description: '<meta http-equiv="refresh" content="0;url=https://evil.example">' }],
  ["products", { description: "<script>alert(1)</script>" }],
  ["products", { description: '<a href="javascript:alert(1)">x</a>' }],
  ["products", { description: "<p>never closed" }],
  ["products", { description: '<p onclick="x()">x</p>' }],
  ["products", { translations: { hi: { description: "<script>x()</script>" } } }],
  ["products", { image: "/product-images/../../secret" }],
  ["products", { image: "javascript:alert(1)" }],
  ["products", { image: "//evil.example/a.png" }],
  ["products", { image: " https://example.com/a.png" }],
  ["products", { image: "https:example.com/a.png" }],
  ["products", { removedIds: -1 }],
  ["products", { createdAt: "12026-01-01T00:00:00.000000Z" }],
  ["products", { createdAt: "0001-01-01T00:00:00.000000Z" }],
  ["products", { idPattern: "(((" }],
  ["products", { idPattern: "A{3}", idExample: "B" }],
  ["instructions", { html: "<constructor>x</constructor>" }],
  ["instructions", { html: '<constructor a="b">x</constructor>' }],
  ["customers", { email: "Asha@Example.com" }],
  ["customers", { email: "nobody" }],
  ["customers", { id: "" }],
  ["customers", { id: "a\0b" }],
  ["customers", { name: "" }],
  ["customers", { image: "data:text/html,x" }],
  ["old-password-keys", { signerKey: "?" }],
  ["passwords", { password: "plain" }],
  ["passwords", { password: "old$0$c2FsdA==$aGFzaA==" }],
  ["passwords", { password: "old$01$c2FsdA==$aGFzaA==" }],
  ["passwords", { password: "old$1e0$c2FsdA==$aGFzaA==" }],
  ["passwords", { password: "old$99999999999$c2FsdA==$aGFzaA==" }],
  ["passwords", { password: "old$1$salt with spaces$aGFzaA==" }],
  ["passwords", { password: "old$1$c2FsdA==$aGFzaA==$more" }],
  ["withdrawn-accounts", { email: "x" }],
  ["orders", { requestCode: "req-1" }],
  ["orders", { email: "nobody" }],
  ["orders", { giftCardCode: "much too long for a code", isFromOldShop: false }],
  ["orders", { giftCardCode: "", isFromOldShop: true }],
  ["orders", { productName: "Gold\nand more", isFromOldShop: false }],
  ["orders", { productName: "x".repeat(201), isFromOldShop: false }],
  ["orders", { productName: " ", isFromOldShop: false }],
  ["orders", { proofKey: "../../secret" }],
  ["orders", { downloadLink: "javascript:alert(1)" }],
  ["orders", { instructions: {} }],
  ["orders", { instructions: { en: "<script>x()</script>" } }],
  ["orders", { unlockedBy: ["ff"] }],
  ["orders", { unlockedBy: [hash, ""] }],
  ["orders", { userId: "\ud83d" }],
  ["orders", { totalPaise: -1 }],
  ["imports", { state: "draft" }],
  ["imports", { report: { unknown: 1 } }],
  ["imports", { report: { added: 1e300 } }],
  ["imports", { chosen: ["<script>"] }],
  ["ids", { ...anId, id: "" }],
  ["ids", { ...anId, id: "\u200b\u2060" }],
  ["ids", { ...anId, id: "RAIL\n1" }],
  ["ids", { ...anId, id: "RAIL\u20281" }],
  ["ids", { ...anId, id: "RAIL\u00851" }],
  ["ids", { ...anId, id: " RAIL_1" }],
  ["ids", { ...anId, id: "x".repeat(501) }],
  ["ids", { ...anId, id: null }],
  ["ids", { ...anId, number: 9_007_199_254_740_991 }],
  ["ids", { ...anId, state: "sold" }],
  ["ids", { ...anId, state: "reserved" }],
  ["ids", { ...anId, state: "delivered", orderId: "o-1" }],
  ["ids", { ...anId, state: "faulty" }],
  ["ids", { ...anId, withdrawn: "faulty" }],
  ["receipts", { gstin: "27AAPFU0939F1ZW" }],
  ["receipts", { sellerName: "Asha\nRao" }],
  ["receipts", { sellerName: " " }],
  ["receipts", { sellerName: "x".repeat(201) }],
  ["receipts", { sellerAddress: "x".repeat(501) }],
  ["payments", { reason: "" }],
  ["refunds", { reference: "" }],
  ["payment-fingerprints", { giftCard: ["zz"] }],
  ["payment-fingerprints", { proofKey: "/etc/passwd" }],
  ["payment-attempts", { payUrl: "javascript:alert(1)" }],
  ["payment-attempts", { payUrl: "http://rzp.example/i/1" }],
  ["payment-attempts", { payUrl: "https://rzp.example@evil.example/" }],
  ["payment-attempts", { state: "open", request: "{}" }],
  ["payment-attempts", { state: "open", request: null }],
  ["payment-attempts", { failure: '{"code":"toString"}' }],
  ["refunds", { problem: '{"code":"constructor"}' }],
  ["refunds", { problem: '{"code":"refundNotTaken","words":{"n":null}}' }],
  ["statements", { columns: { date: 1 } }],
  ["statements", { columns: { constructor: "x" } }],
  ["statement-lines", { numbers: ["12"] }],
  ["statement-lines", { day: "-infinity" }],
  ["statement-lines", { day: "today" }],
  ["statement-lines", { day: "2026-02-30" }],
  ["emails", { kind: "advertisement" }],
  ["emails", { facts: { messageId: { a: 1 } } }],
  ["emails", { facts: { product: 5 } }],
  ["emails", { facts: { it: "\ud83d" } }],
  ["emails", { recipient: "a@example.com\nBcc: b@example.com" }],
  ["emails", { lastProblem: '{"code":"__proto__"}' }],
  ["messages", { email: "nobody" }],
  ["messages", { message: "" }],
  ["messages", { name: " " }],
  ["waitlist", { email: "nobody" }],
  ["waitlist", { confirmedAt: null }],
  ["audit", { subjectKind: "order", action: "unknown-action" }],
  ["audit", { subjectKind: "order", action: "toString" }],
  ["audit", { subjectKind: "order", action: "product-added" }],
  ["audit", { subjectKind: "toString" }],
  ["audit", { facts: { a: { b: 1 } } }],
  ["audit", { facts: { a: "\0" } }],
])("[S7.3] a row of %s with %o is one that no form could have written", ([table, row]) => {
  expect(wrongOf(table, { ...(table === "settings" && firstSettings), ...row })).toMatch(/^\w+ (is|holds) /);
});

test("[S7.3] what was imported from an old shop may be larger than forms take, and is no less a row", () => {
  const order = { quantity: 5_000, totalPaise: 7, productName: "", giftCardCode: "a😀 longer than ours", isFromOldShop: true };
  expect(wrongOf("orders", order)).toBeNull();
  expect(wrongOf("ids", { ...anId, id: "x".repeat(501), state: "delivered", orderId: "o-1", deliveredAt: at })).toBeNull();
});

test("[S3.6] what forms take today is a row: names of two lines, and ids of accounts as the old shop had them", () => {
  expect(wrongOf("customers", { name: "Asha\nRao", id: "कोड 1" })).toBeNull();
  expect(wrongOf("messages", { name: "Asha\tRao" })).toBeNull();
  expect(wrongOf("products", { name: "Gold\u0007" })).toBeNull();
});

test("[S6.6] an order that no browser placed has nothing in place of that browser when an admin made its link", () => {
  expect(wrongOf("orders", { unlockedBy: [""] })).toBeNull();
  expect(wrongOf("orders", { unlockedBy: ["", hash] })).toBeNull();
});

test("a rule never repeats the value that breaks it", () => {
  expect(wrongOf("ids", { ...anId, id: " SECRET-ID" })).toBe("id is no ID");
  expect(wrongOf("orders", { giftCardCode: "SECRET CODE 12345", isFromOldShop: false })).not.toContain("SECRET");
});

test("[S2.10] whatever a description was made of, the cleaned one is accepted", () => {
  const piece = fc.constantFrom(
    "<p>",
    "</p>",
    "<ul>",
    "<li>",
    "</ul>",
    "<b>",
    "</i>",
    '<a href="https://x.example/?a=1&b=2">',
    "</a>",
    "<h1>",
    "<br/>",
    "<hr>",
    "&amp;",
    "&nbsp;",
    "<img src=https://x.example/ü.png alt='\"'>",
    "<script>",
    "</script>",
    "<!--",
    "-->",
    "<",
    ">",
    "text",
    " ",
    "\n",
    "\u00a0",
    "&#x26;lt;",
    "<blockquote>",
    "<svg>",
    "<style>",
    "<textarea>",
    "</textarea>",
    "<a href=javascript:x>",
    "é",
    "<p title='x'>",
    "<table><td>",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      expect(wrongOf("products", { description: cleanHtml(pieces.join("")) })).toBeNull();
    }),
    { numRuns: 1_000 },
  );
});
