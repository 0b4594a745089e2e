import { column, type ExportedTable, reported } from "./exported-column.ts";
import { attempts, creditNotes, lines, payments, refunds, statements, upiAmounts } from "./exported-money.ts";
import { pages, termsVersions } from "./exported-pages.ts";
import { settings } from "./exported-settings.ts";
import { currentAction, currentStoredText, currentSubjectKind } from "./names-before-1.0.ts";

const byId = { column: "id", type: "text" } as const;
const byNumber = { column: "id", type: "bigint" } as const;

const products: ExportedTable = {
  name: "products",
  title: "Products",
  table: "products",
  key: byId,
  means: "Every product, including deleted ones.",
  columns: [
    column("text", "id", "Its id."),
    column("text", "name", "Its name."),
    column("paise", "pricePaise", "The price of one ID."),
    reported("number", "available", "How many IDs can be sold now.", "(select s.available from product_stock s where s.product_id = t.id)"),
    column("text", "description", "HTML, as buyers see it."),
    column("text", "language", "The language of its name and description, such as en."),
    column("object", "translations", 'These in other languages, such as {"hi": {"name": "…"}}.'),
    column("text", "image", "The address of its picture: https://… of another site, /product-images/… of an uploaded one; empty: none."),
    column("yes or no", "isSample", "Whether it is one of the samples of a first start."),
    column("time", "createdAt", "When it was added."),
    column("time", "updatedAt", "When it was last changed."),
    column("time", "hiddenAt", "Since when it is not shown; empty: it is shown."),
    column("time", "deletedAt", "When it was deleted; empty: it is there."),
    column("number", "removedIds", "How many free IDs left with it when it was deleted."),
    column("time", "leavingAt", "Since when it is being deleted, where that takes several steps.", { isInner: true }),
    column("time", "heldNotifiedAt", "When the owner was last told that most of it is held.", { isInner: true }),
    column("text", "idPattern", "What its IDs look like; empty: nobody said.", { isInner: true }),
    column("text", "idExample", "An example of that.", { isInner: true }),
    column("text", "delivery", "instant (when it is paid) or after approval."),
  ],
};

const instructions: ExportedTable = {
  name: "instructions",
  title: "Instructions",
  table: "instructions",
  isInner: true,
  key: { column: "product_id || '/' || t.language", type: "text" },
  means: "What buyers do with the IDs of a product, in each language.",
  columns: [
    column("text", "productId", "The product."),
    column("text", "language", "The language of the text, such as hi."),
    column("text", "html", "HTML, as buyers see it."),
    column("time", "updatedAt", "When it was last changed."),
  ],
};

const batches: ExportedTable = {
  name: "imports",
  title: "Imports of IDs",
  table: "batches",
  key: byId,
  isInner: true,
  means: "How IDs came into the shop, many at a time; one that was only checked is left out, and so are lines that waited to be added.",
  where: "t.state <> 'draft'",
  columns: [
    column("text", "id", "Its id."),
    column("text", "productId", "The product that they are of."),
    column("text", "way", "import (with a check before), page (Add IDs), product (with the product's form) or api."),
    column("text", "source", "Where they are from, in the owner's words."),
    column("paise", "costPaise", "What one of them cost; empty: nobody said."),
    column("text", "state", "adding, added, undoing or undone."),
    column("time", "createdAt", "When it began."),
    column("time", "undoneAt", "When it was undone."),
    column("text", "adminId", "The id of the account that did it, or api-key: and the number of an API key."),
    column("object", "report", "What its check found."),
    column("list of text", "chosen", "Which kinds of lines were added, where there was a check."),
    column("number", "ids", "How many IDs there are of it."),
    column("number", "delivered", "How many of these were handed over."),
    column("number", "withdrawn", "How many of these turned out faulty or were removed."),
  ],
};

const ids: ExportedTable = {
  name: "ids",
  title: "IDs",
  table: "units",
  key: byNumber,
  means: "Every ID ever added, and where it is now.",
  joined: `join products p on p.id = t.product_id left join order_units h on h.unit_id = t.id
    left join replacements r on r.faulty_unit_id = t.id left join orders o on o.id = coalesce(h.order_id, r.order_id)`,
  columns: [
    column("number", "number", "Its number in the books.", { column: "id" }),
    column("text", "id", "The ID itself; empty once it was erased.", { column: "value", isEncrypted: true }),
    column("text", "productId", "The product that it is of."),
    reported("text", "productName", "That product's name.", "p.name"),
    reported(
      "text",
      "state",
      "available, reserved (held for a pending order), delivered, faulty (found dead, or went out elsewhere; never sold again), removed (deleted by an admin) or held back (in a restored shop that is not settled).",
      `case when t.withdrawn is not null then t.withdrawn when h.delivered_at is not null then 'delivered'
        when h.unit_id is not null then 'reserved' else 'available' end`,
    ),
    reported("text", "requestCode", "The order that holds it, was given it, or was given it before it was replaced.", "o.request_code"),
    reported("text", "orderId", "The id of the order that holds it or was given it.", "h.order_id"),
    reported(
      "number",
      "position",
      "Where it stands among the IDs of its order, from 0; empty until it is delivered.",
      "h.position::float8",
    ),
    reported("time", "deliveredAt", "When it was handed over.", "h.delivered_at"),
    column("time", "importedAt", "When it came into the shop."),
    column("text", "withdrawn", "faulty, removed or held back, as its state says; empty: none of these.", {
      isInner: true,
    }),
    column("time", "withdrawnAt", "When it turned out faulty, was removed or was held back."),
    column("time", "erasedAt", "When it was erased, because the owner does not keep delivered IDs longer."),
    column("text", "batchId", "The import that it came with.", { isInner: true }),
    column("hex", "fingerprint", "Of an erased ID alone: what the shop knows it again by, under the same secret.", {
      sql: "case when t.value is null then t.fingerprint end",
      isInner: true,
    }),
  ],
};

const orders: ExportedTable = {
  name: "orders",
  title: "Orders",
  table: "orders",
  key: byId,
  means: "Every order, in any state.",
  joined: "left join users b on b.id = t.user_id",
  columns: [
    column("text", "id", "Its id."),
    column("text", "requestCode", "The code that people say on the phone: REQ-…"),
    column("text", "status", "pending, approved, rejected or cancelled."),
    column("text", "productId", "The product that was ordered."),
    column("text", "productName", "Its name at that time."),
    column("object", "productNames", "Its names at that time by language; empty: nobody noted them."),
    column("number", "quantity", "How many IDs."),
    column("paise", "pricePaise", "The price of one at that time."),
    column("paise", "totalPaise", "The price of all."),
    column("text", "paymentMethod", "request (paid after the approval), amazon (a gift card), upi, razorpay or stripe."),
    column("text", "userId", "The customer who placed it; empty: a guest, or somebody who deleted the account."),
    reported("text", "customerEmail", "That customer's address.", "b.email"),
    column("text", "email", "The address that was given with it.", { isEncrypted: true }),
    column("text", "language", "The language in which it was ordered, such as hi; empty: the shop's."),
    column("text", "giftCardCode", "The code of the gift card.", { isEncrypted: true }),
    column("text", "giftCardLast4", "Its last four signs, as the buyer sees it."),
    column("text", "proofName", "What the file of the payment proof was called."),
    column("text", "proofKey", "Where the proof lies in the folder files/."),
    column("yes or no", "paymentVerified", "What an admin found when looking at the proof; empty: nobody looked."),
    column(
      "text",
      "verificationNote",
      "What an admin noted when it was verified; when it was not, the sentence about that. Buyers are told only that it failed.",
    ),
    column("text", "adminNote", "What was noted for admins alone: when a proof was found wrong, or in the shop before."),
    column("time", "createdAt", "When it was placed."),
    column("time", "processedAt", "When it was approved or rejected."),
    column(
      "text",
      "approvedBy",
      "Who approved it: the id of the admin's account, api-key: and the number of an API key, payment: and the method whose money did it, or what the shop before had noted.",
    ),
    column("time", "cancelledAt", "When it was cancelled."),
    column("number", "expiredAfterHours", "After how many hours it was cancelled by itself; 0: its time to pay ended."),
    column("time", "reopenedAt", "When its payment reopened it after it was cancelled."),
    column("text", "reason", "Why it was rejected."),
    column("text", "downloadLink", "The link that the buyer was given with the IDs."),
    column("time", "paidAt", "When it was paid, as far as the shop knows."),
    column("paise", "payablePaise", "What is paid for it, where that is not the price of all."),
    column("time", "paymentAskedAt", "When its buyer was asked to pay before the delivery."),
    column("text", "utr", "The 12 digits by which its buyer says to have paid."),
    column("time", "utrSentAt", "When the buyer sent them."),
    column("time", "holdUntil", "Until when its IDs wait for a payment.", { isInner: true }),
    column("time", "proofResentAt", "When the buyer last sent a new code and picture."),
    reported(
      "list",
      "ids",
      "The numbers of the IDs that it holds or was given, in their order.",
      "array(select h.unit_id::float8 from order_units h where h.order_id = t.id order by h.position, h.unit_id)",
    ),
    column("time", "proofErasedAt", "When its proof was erased."),
    column("time", "codeErasedAt", "When its gift card code was erased."),
    column("time", "idsErasedAt", "When its IDs were erased."),
    reported("text", "receiptNumber", "The number of its receipt.", "(select r.code from receipts r where r.order_id = t.id)"),
    column("yes or no", "isFromOldShop", "Whether it was placed in the shop before this one.", { isInner: true }),
    column("number", "shortBy", "How many IDs an imported order lacks; below zero: how many it was given too many.", {
      isInner: true,
    }),
    column("object", "instructions", "The instructions that were given with its IDs, as HTML by language."),
    column("number", "termsVersion", "The version of the terms that it was placed under; empty: none was published."),
    column("number", "linkNumber", "How often an admin made a private link for it.", { isInner: true }),
    column("hex", "accessKeyHash", "The hash of the key in its private link; it opens nothing.", { isInner: true }),
    column("list of hex", "unlockedBy", "The hashes of the browsers that may read it; they open nothing.", { isInner: true }),
  ],
};

const customers: ExportedTable = {
  name: "customers",
  title: "Customers",
  table: "users",
  key: byId,
  means: "Every account, including admins.",
  columns: [
    column("text", "id", "Its id."),
    column("text", "email", "The address, in lower case."),
    column("text", "name", "The name."),
    column("text", "role", "customer or admin."),
    column("yes or no", "disabled", "Whether it may not log in."),
    column("text", "language", "The language of its pages and emails; empty: no choice."),
    reported("number", "orders", "How many orders it has.", "(select count(*)::float8 from orders o where o.user_id = t.id)"),
    column("text", "phoneNumber", "Its phone number, where the old shop had one."),
    column("text", "image", "Its picture, where the old shop had one."),
    column("yes or no", "emailVerified", "Whether the address was confirmed."),
    column("time", "createdAt", "When it was opened."),
    column("time", "updatedAt", "When it was last changed."),
    column("time", "lastLoginAt", "When it was last logged in to."),
  ],
};

const audit: ExportedTable = {
  name: "audit",
  title: "Audit log",
  table: "audit_entries",
  key: byNumber,
  means: "What admins did, and when.",
  columns: [
    column("number", "id", "Its number."),
    column("time", "at", "When it was done."),
    column("text", "adminId", "The id of the account that did it, api-key: and the number of an API key, or command-line."),
    column("text", "adminName", "Its address at that time, or which API key and whose, or the command line."),
    column("text", "action", "What was done, as one word such as order-approved.", { read: currentAction }),
    column(
      "text",
      "subjectKind",
      "What it was done to: order, payment, product, account, settings, email, subscription, apiKey or message.",
      { read: currentSubjectKind },
    ),
    column("text", "subjectId", "The id of that."),
    column("text", "subjectName", "Its name at that time."),
    column("object", "facts", "Plain words and numbers about it."),
  ],
};

const replacements: ExportedTable = {
  name: "replacements",
  title: "Replacements",
  table: "replacements",
  key: byNumber,
  isInner: true,
  means: "Delivered IDs that turned out dead, and what took their place.",
  columns: [
    column("number", "id", "Its number."),
    column("text", "orderId", "The order."),
    column("number", "faultyUnitId", "The number of the dead ID."),
    column("number", "unitId", "The number of the ID that took its place."),
    column("number", "position", "Where it stands among the IDs of the order, from 0."),
    column("time", "replacedAt", "When it was replaced."),
  ],
};

const receipts: ExportedTable = {
  name: "receipts",
  title: "Receipts",
  table: "receipts",
  key: { column: "order_id", type: "text" },
  isInner: true,
  means: "The receipt of each order that was approved here, with seller and tax as they were then; the amounts are those of the order.",
  columns: [
    column("text", "orderId", "The order."),
    reported("text", "code", "Its number as it is printed.", "t.code"),
    column("number", "year", "The year in which its financial year begins."),
    column("number", "number", "Its number in that financial year, from 1 and without gaps."),
    column("time", "issuedAt", "Its date: when the order was approved."),
    column("text", "sellerName", "The seller."),
    column("text", "sellerAddress", "The seller's address."),
    column("text", "gstin", "The seller's GSTIN; empty: it is no tax invoice."),
    column("text", "hsnCode", "The HSN or SAC code."),
    column("number", "gstRate", "The GST that its amount includes, in hundredths of a percent."),
  ],
};

const paymentFingerprints: ExportedTable = {
  name: "payment-fingerprints",
  title: "Payment fingerprints",
  table: "payment_fingerprints",
  key: byNumber,
  isInner: true,
  means: "What gift card codes and proof pictures are known again by.",
  columns: [
    column("number", "id", "Its number."),
    column("text", "orderId", "The order that the code or picture came with."),
    column("time", "recordedAt", "When it came."),
    column("list of hex", "giftCard", "The keyed fingerprints of the code: under the same secret it is known again."),
    column("text", "proofKey", "Where the picture lies, or lay, in the folder files/."),
    column("hex", "pixels", "The hash of the picture's pixels."),
    column("text", "perceptualHash", "How the picture is from afar, in 2,048 signs of 0 and 1.", {
      sql: "t.perceptual_hash::text",
    }),
    column("time", "compareAt", "Since when it waits to be compared with others."),
    reported(
      "list",
      "similarTo",
      "The numbers of the earlier fingerprints whose picture shows the same.",
      "array(select s.earlier_id::float8 from similar_proofs s where s.fingerprint_id = t.id order by 1)",
    ),
  ],
};

const emails: ExportedTable = {
  name: "emails",
  title: "Emails",
  table: "emails",
  key: byId,
  isInner: true,
  means: "What the shop wrote, and to whom; the text is made when an email is sent or shown.",
  columns: [
    column("text", "id", "Its id."),
    column("text", "kind", "What it is about, as one word such as order-approved."),
    column("text", "orderId", "The order that it is about."),
    column("text", "userId", "The account that it is about."),
    column("text", "recipient", "The address; empty: the owner.", { isEncrypted: true }),
    column("object", "facts", "Plain words about it."),
    column("text", "state", "kept (no mail is set up), waiting, sent or failed."),
    column("number", "attempts", "How often it was tried."),
    column("text", "lastProblem", "What went wrong last: the key of a text and its values in JSON, or a sentence of an earlier version.", {
      read: currentStoredText,
    }),
    column("time", "createdAt", "When it was written."),
    column("time", "nextAttemptAt", "When it is tried again."),
    column("time", "sentAt", "When it left."),
  ],
};

const contactMessages: ExportedTable = {
  name: "messages",
  title: "Messages",
  table: "contact_messages",
  key: byId,
  isInner: true,
  means: "What visitors wrote on the contact page.",
  columns: [
    column("text", "id", "Its id."),
    column("text", "name", "The name that was given."),
    column("text", "email", "The address that was given.", { isEncrypted: true }),
    column("text", "message", "What was written."),
    column("text", "userId", "The account of whoever wrote it, where there was one."),
    column("time", "createdAt", "When it came."),
    column("time", "handledAt", "When an admin handled it; empty: it is open."),
  ],
};

const waitlist: ExportedTable = {
  name: "waitlist",
  title: "Waitlist",
  table: "waitlist",
  key: byId,
  isInner: true,
  means: "Confirmed addresses that wait for a sold-out product, or had their email about it in the last 30 days.",
  where: "t.confirmed_at is not null",
  columns: [
    column("text", "id", "Its id."),
    column("text", "productId", "The product."),
    column("text", "email", "The address.", { isEncrypted: true }),
    column("text", "language", "The language that the visitor had, such as hi."),
    column("text", "userId", "The account of whoever left it, where there was one."),
    column("time", "createdAt", "When it was left: those who came first are told first."),
    column("time", "confirmedAt", "When it was confirmed."),
    column("time", "notifiedAt", "When its email was written; empty: it waits."),
    column("time", "storedUntil", "When it is removed."),
  ],
};

const passwords: ExportedTable = {
  name: "passwords",
  title: "Passwords",
  table: "credentials",
  key: byId,
  isInner: true,
  means: "The hashes of the passwords, so that everybody can go on logging in. No password can be read from them.",
  columns: [
    column("text", "id", "Its id."),
    column("text", "accountId", "The account, as the login knows it."),
    column("text", "providerId", "The way of logging in: credential is a password."),
    column("text", "userId", "The account."),
    column("text", "password", "The hash, with its salt."),
    column("time", "createdAt", "When it was set first."),
    column("time", "updatedAt", "When it was last changed."),
  ],
};

const oldPasswordKeys: ExportedTable = {
  name: "old-password-keys",
  title: "Keys of old passwords",
  table: "old_password_keys",
  key: { column: "number", type: "bigint" },
  isInner: true,
  means: "How the old shop hashed the passwords of imported accounts that did not log in here yet.",
  columns: [
    column("number", "number", "Its number, which those hashes name."),
    column("text", "signerKey", "The key; a secret.", { isEncrypted: true }),
    column("text", "saltSeparator", "What stands between salt and password."),
    column("number", "rounds", "How often it was mixed."),
    column("number", "memCost", "How much memory that took, as a power of 2."),
    column("time", "storedAt", "When it came."),
  ],
};

const withdrawnAccounts: ExportedTable = {
  name: "withdrawn-accounts",
  title: "Withdrawn accounts",
  table: "withdrawn_accounts",
  key: { column: "user_id", type: "text" },
  isInner: true,
  means: "Accounts whose address another one has now.",
  columns: [
    column("text", "userId", "The account."),
    column("text", "email", "The address that it had."),
    column("time", "withdrawnAt", "When that was."),
  ],
};

/** All exported tables, each after the ones it refers to. */
export const exportedTables: ExportedTable[] = [
  settings,
  pages,
  termsVersions,
  products,
  instructions,
  customers,
  oldPasswordKeys,
  passwords,
  withdrawnAccounts,
  orders,
  batches,
  ids,
  replacements,
  receipts,
  paymentFingerprints,
  attempts,
  payments,
  refunds,
  creditNotes,
  upiAmounts,
  statements,
  lines,
  emails,
  contactMessages,
  waitlist,
  audit,
];

/** The tables that an admin can download one by one. */
export const downloadedTables: ExportedTable[] = [products, ids, orders, customers, audit];
