import fc from "fast-check";
import { expect, test } from "vitest";
import { cleanHtml } from "#shop/catalogue/description.server.ts";
import { checkedRows, wrongOf } from "./check-row.server.ts";
import { exportedTables } from "./exported-tables.ts";
import { PlacedIdRow } from "./id-row.ts";

const at = "2026-11-25T10:00:00.123456Z";
const hash = "0a".repeat(32);

/** A row of each table as the shop writes it. */
const rows: Record<string, Record<string, unknown>> = {
  settings: {
    ...{ name: "Trackside", blurb: "", sinceYear: 2025, supportEmail: "help@example.com", chatUrl: null, messagingUrl: "https://wa.me/1" },
    ...{ idCheckerUrl: null, adminCurrency: "₹", takesRequest: true, takesAmazon: false, howToPay: "UPI", timeZone: "Asia/Kolkata" },
    ...{
      mailsIds: false,
      mailsNewOrders: true,
      ownerEmail: null,
      pendingOrdersMax: 10,
      heldIdsMax: 20,
      guestOrderHours: 72,
      lookUpsMax: 60,
    },
    ...{ ordersMax: 20, signInsMax: 10, signUpsMax: 20, resetsMax: 20, contactMessagesMax: 5, uploadsMax: 20, eventStreamsMax: 20 },
    ...{ eraseProofsDays: 0, eraseCodesDays: 0, eraseIdsDays: 0, requiresSecondFactor: false, updatedAt: at },
  },
  products: {
    ...{
      id: "-OKPgbO",
      name: "Gold",
      pricePaise: 49_900,
      description: "<p>Gold</p>",
      image: "",
      isSample: false,
      createdAt: at,
      updatedAt: at,
    },
    ...{ hiddenAt: null, deletedAt: null, removedIds: null, leavingAt: null, heldNotifiedAt: null, idPattern: null, idExample: null },
  },
  customers: {
    ...{
      id: "u1",
      email: "asha@example.com",
      name: "Asha",
      role: "customer",
      disabled: false,
      language: "hi",
      phoneNumber: null,
      image: null,
    },
    ...{ emailVerified: false, createdAt: at, updatedAt: at, lastLoginAt: null },
  },
  "old-password-keys": { number: 1, signerKey: "a2V5", saltSeparator: "", rounds: 8, memCost: 14, storedAt: at },
  passwords: { id: "c1", accountId: "u1", providerId: "credential", userId: "u1", password: "5a17:4a54", createdAt: at, updatedAt: at },
  "withdrawn-accounts": { userId: "u1", email: "asha@example.com", withdrawnAt: at },
  orders: {
    ...{
      id: "o-1",
      requestCode: "REQ-MWW1",
      status: "approved",
      productId: "p",
      productName: "Gold",
      quantity: 2,
      pricePaise: 100,
      totalPaise: 200,
    },
    ...{
      language: null,
      paymentMethod: "amazon",
      userId: null,
      email: null,
      giftCardCode: "ABCD12345678",
      giftCardLast4: "5678",
      proofName: "a",
      proofKey: "0f",
    },
    ...{
      paymentVerified: true,
      verificationNote: null,
      adminNote: null,
      createdAt: at,
      processedAt: at,
      approvedBy: "u1",
      cancelledAt: null,
    },
    ...{
      expiredAfterHours: null,
      reason: null,
      downloadLink: "https://example.com/",
      paidAt: null,
      proofResentAt: null,
      proofErasedAt: null,
    },
    ...{
      codeErasedAt: null,
      idsErasedAt: null,
      isFromOldShop: false,
      shortBy: null,
      linkNumber: 0,
      accessKeyHash: null,
      unlockedBy: [hash],
    },
  },
  imports: {
    ...{
      id: "b-1",
      productId: "p",
      way: "import",
      source: "Mail",
      costPaise: 100,
      state: "added",
      createdAt: at,
      undoneAt: null,
      adminId: "u1",
    },
    ...{ report: { new: 2, added: 2 }, chosen: ["new"], ids: 2, delivered: 0, withdrawn: 0 },
  },
  ids: {
    ...{ number: 7, id: "RAIL 1", productId: "p", importedAt: at, withdrawn: null, withdrawnAt: null, erasedAt: null, batchId: null },
    ...{ fingerprint: null, state: "available", orderId: null, position: null, deliveredAt: null },
  },
  replacements: { id: 1, orderId: "o-1", faultyUnitId: 1, unitId: 2, position: 0, replacedAt: at },
  "payment-fingerprints": {
    ...{
      id: 2,
      orderId: "o-1",
      recordedAt: at,
      giftCard: [hash],
      proofKey: "0f",
      pixels: hash,
      perceptualHash: "01".repeat(1_024),
      compareAt: null,
    },
    similarTo: [1],
  },
  emails: {
    ...{ id: "l-1", kind: "order-placed", orderId: "o-1", userId: null, recipient: null, facts: {}, state: "kept", attempts: 0 },
    ...{ lastProblem: null, createdAt: at, nextAttemptAt: null, sentAt: null },
  },
  messages: { id: "m-1", name: "Asha", email: "asha@example.com", message: "Hello", userId: null, createdAt: at, handledAt: null },
  audit: {
    ...{ id: 1, at, adminId: "u1", adminName: "asha@example.com", action: "order-approved", subjectKind: "order", subjectId: "o-1" },
    ...{ subjectName: "REQ-MWW1", facts: { ids: 2 } },
  },
};

const schemaOf = (table: string) => (table === "ids" ? PlacedIdRow : checkedRows[table]);
const wrong = (table: string, change: Record<string, unknown>) => wrongOf(schemaOf(table), { ...rows[table], ...change });

test("every exported table has rules, for each of its columns, and a row as the shop writes it keeps them", () => {
  for (const { name, columns } of exportedTables) {
    expect(checkedRows[name], name).toBeDefined();
    expect(wrong(name, {}), name).toBeNull();
    for (const { name: column } of columns.filter((its) => its.column !== undefined))
      expect(wrong(name, { [column]: Symbol("none") }), `${name}.${column}`).not.toBeNull();
  }
});

test.for<[table: string, change: Record<string, unknown>]>([
  ["settings", { timeZone: "Mars/Olympus" }],
  ["settings", { timeZone: "" }],
  ["settings", { supportEmail: "nobody" }],
  ["settings", { timeZone: "Etc/Unknown" }],
  ["settings", { timeZone: "../../etc" }],
  ["settings", { timeZone: "asia/kolkata" }],
  ["settings", { name: " Trackside" }],
  ["settings", { supportEmail: " help@example.com" }],
  ["settings", { ownerEmail: "owner@example.com\n" }],
  ["settings", { chatUrl: "javascript:alert(1)" }],
  ["settings", { chatUrl: "wa.me/1" }],
  ["settings", { messagingUrl: " https://wa.me/1" }],
  ["settings", { idCheckerUrl: "//evil.example" }],
  ["settings", { heldIdsMax: -1 }],
  ["settings", { eraseIdsDays: 1_000_001 }],
  ["settings", { sinceYear: 1 }],
  ["settings", { adminCurrency: "€" }],
  ["settings", { takesRequest: false }],
  ["settings", { updatedAt: "2026-13-45T10:00:00.000000Z" }],
  ["products", { id: "" }],
  ["products", { id: "a\nb" }],
  ["products", { name: " " }],
  ["products", { name: "a\0b" }],
  ["products", { name: "\ud83d" }],
  ["products", { name: "x".repeat(201) }],
  ["products", { pricePaise: -1 }],
  ["products", { pricePaise: 100_000_001 }],
  ["products", { description: '<meta http-equiv="refresh" content="0;url=https://evil.example">' }],
  ["products", { description: "<script>alert(1)</script>" }],
  ["products", { description: '<a href="javascript:alert(1)">x</a>' }],
  ["products", { description: "<p>never closed" }],
  ["products", { description: '<p onclick="x()">x</p>' }],
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
  ["customers", { role: "owner" }],
  ["customers", { email: "Asha@Example.com" }],
  ["customers", { email: "nobody" }],
  ["customers", { id: "" }],
  ["customers", { id: "a\0b" }],
  ["customers", { name: "" }],
  ["customers", { image: "data:text/html,x" }],
  ["old-password-keys", { rounds: 9 }],
  ["old-password-keys", { memCost: 40 }],
  ["old-password-keys", { signerKey: "?" }],
  ["passwords", { password: "plain" }],
  ["passwords", { password: "old$0$c2FsdA==$aGFzaA==" }],
  ["passwords", { password: "old$01$c2FsdA==$aGFzaA==" }],
  ["passwords", { password: "old$1e0$c2FsdA==$aGFzaA==" }],
  ["passwords", { password: "old$99999999999$c2FsdA==$aGFzaA==" }],
  ["passwords", { password: "old$1$salt with spaces$aGFzaA==" }],
  ["passwords", { password: "old$1$c2FsdA==$aGFzaA==$more" }],
  ["passwords", { providerId: "google" }],
  ["passwords", { accountId: "u2" }],
  ["withdrawn-accounts", { email: "x" }],
  ["orders", { requestCode: "req-1" }],
  ["orders", { status: "shipped" }],
  ["orders", { status: "pending" }],
  ["orders", { status: "rejected" }],
  ["orders", { status: "cancelled" }],
  ["orders", { processedAt: null }],
  ["orders", { approvedBy: null }],
  ["orders", { quantity: 0 }],
  ["orders", { quantity: 1.5 }],
  ["orders", { quantity: 1_001, totalPaise: 100_100 }],
  ["orders", { pricePaise: -100, totalPaise: -200 }],
  ["orders", { totalPaise: 1 }],
  ["orders", { paymentMethod: "card" }],
  ["orders", { paymentMethod: "request" }],
  ["orders", { email: "nobody" }],
  ["orders", { giftCardCode: "much too long for a code" }],
  ["orders", { proofKey: "../../secret" }],
  ["orders", { proofName: null }],
  ["orders", { downloadLink: "javascript:alert(1)" }],
  ["orders", { reason: "why" }],
  ["orders", { shortBy: 1 }],
  ["orders", { shortBy: 0, isFromOldShop: true }],
  ["orders", { codeErasedAt: at }],
  ["orders", { expiredAfterHours: 72 }],
  ["orders", { unlockedBy: ["ff"] }],
  ["orders", { unlockedBy: [hash, ""] }],
  ["orders", { unlockedBy: { length: 1 } }],
  ["orders", { userId: "\ud83d" }],
  ["orders", { unlockedBy: Array(21).fill(hash) }],
  ["orders", { linkNumber: -1 }],
  ["orders", { linkNumber: 3_000_000_000 }],
  ["imports", { way: "magic" }],
  ["imports", { state: "undone" }],
  ["imports", { report: { unknown: 1 } }],
  ["imports", { chosen: ["<script>"] }],
  ["imports", { ids: -1 }],
  ["imports", { report: { added: 1e300 } }],
  ["imports", { report: [] }],
  ["imports", { costPaise: 0.5 }],
  ["imports", { state: "draft" }],
  ["imports", { adminId: "" }],
  ["ids", { id: "" }],
  ["ids", { id: "\u200b\u2060" }],
  ["ids", { id: "RAIL\n1" }],
  ["ids", { id: "RAIL\u20281" }],
  ["ids", { id: "RAIL\u00851" }],
  ["ids", { id: " RAIL_1" }],
  ["ids", { id: "x".repeat(501) }],
  ["ids", { id: null }],
  ["ids", { number: 9_007_199_254_740_991 }],
  ["ids", { number: 0 }],
  ["ids", { number: -1 }],
  ["ids", { state: "sold" }],
  ["ids", { state: "reserved" }],
  ["ids", { state: "delivered", orderId: "o-1" }],
  ["ids", { state: "faulty" }],
  ["ids", { withdrawn: "faulty" }],
  ["ids", { withdrawn: "faulty", withdrawnAt: at }],
  ["ids", { fingerprint: hash }],
  ["ids", { erasedAt: at }],
  ["replacements", { unitId: 1 }],
  ["replacements", { position: -1 }],
  ["replacements", { id: 9_007_199_254_740_991 }],
  ["payment-fingerprints", { giftCard: [] }],
  ["payment-fingerprints", { giftCard: ["zz"] }],
  ["payment-fingerprints", { perceptualHash: "0" }],
  ["payment-fingerprints", { pixels: null }],
  ["payment-fingerprints", { similarTo: [2] }],
  ["payment-fingerprints", { similarTo: [-1] }],
  ["payment-fingerprints", { proofKey: "/etc/passwd" }],
  ["emails", { kind: "advertisement" }],
  ["emails", { state: "sent" }],
  ["emails", { state: "lost" }],
  ["emails", { facts: { messageId: { a: 1 } } }],
  ["emails", { facts: { product: 5 } }],
  ["emails", { facts: [] }],
  ["emails", { facts: { it: "\ud83d" } }],
  ["emails", { recipient: "a@example.com\nBcc: b@example.com" }],
  ["emails", { facts: null }],
  ["emails", { recipient: "nobody" }],
  ["emails", { attempts: -1 }],
  ["messages", { email: "nobody" }],
  ["messages", { message: "" }],
  ["messages", { name: " " }],
  ["audit", { action: "unknown-action" }],
  ["audit", { action: "toString" }],
  ["audit", { subjectKind: "planet" }],
  ["audit", { subjectKind: "toString" }],
  ["audit", { action: "product-added" }],
  ["audit", { facts: { a: { b: 1 } } }],
  ["audit", { facts: { a: "\0" } }],
])("[S7.3] a row of %s with %o is one that no form could have written", ([table, change]) => {
  expect(wrong(table, change)).toMatch(/^\w+ (is|holds) /);
});

test("[S7.3] what was imported from an old shop may be larger than forms take, and is no less a row", () => {
  expect(
    wrong("orders", { isFromOldShop: true, quantity: 5_000, totalPaise: 7, productName: "", giftCardCode: "a😀 longer than ours" }),
  ).toBeNull();
  expect(wrong("ids", { id: "x".repeat(501), state: "delivered", orderId: "o-1", position: 0, deliveredAt: at })).toBeNull();
});

test("[S3.6] what forms take today is a row: names of two lines, and ids of accounts as the old shop had them", () => {
  expect(wrong("customers", { name: "Asha\nRao", id: "कोड 1" })).toBeNull();
  expect(wrong("messages", { name: "Asha\tRao" })).toBeNull();
  expect(wrong("products", { name: "Gold\u0007" })).toBeNull();
});

test("[S6.6] an order that no browser placed has nothing in place of that browser when an admin made its link", () => {
  expect(wrong("orders", { unlockedBy: [""] })).toBeNull();
  expect(wrong("orders", { unlockedBy: ["", hash] })).toBeNull();
});

test("a rule never repeats the value that breaks it", () => {
  expect(wrong("ids", { id: " SECRET-ID" })).toBe("id is no ID");
  expect(wrong("orders", { giftCardCode: "SECRET CODE 12345" })).not.toContain("SECRET");
});

test("[S2.10] whatever a description was made of, the cleaned one is accepted", () => {
  const piece = fc.constantFrom(
    ...[
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
    ],
    ...[
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
    ],
    ...["<blockquote>", "<svg>", "<style>", "<textarea>", "</textarea>", "<a href=javascript:x>", "é", "<p title='x'>", "<table><td>"],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      expect(wrong("products", { description: cleanHtml(pieces.join("")) })).toBeNull();
    }),
    { numRuns: 1_000 },
  );
});
