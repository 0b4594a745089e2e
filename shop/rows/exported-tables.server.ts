import { credentials, oldPasswordKeys, users, withdrawnAccounts } from "#shop/accounts/tables.server.ts";
import { auditEntries } from "#shop/audit/tables.server.ts";
import { instructions } from "#shop/catalogue/instructions/tables.server.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { contactMessages } from "#shop/contact/tables.server.ts";
import { emails } from "#shop/emails/tables.server.ts";
import { claims } from "#shop/orders/claims/tables.server.ts";
import { recalls } from "#shop/orders/recalls/tables.server.ts";
import {
  conversations,
  creditNotes,
  orderMessages,
  orders,
  paymentFingerprints,
  receipts,
  replacements,
} from "#shop/orders/tables.server.ts";
import { pages, termsVersions } from "#shop/pages/tables.server.ts";
import {
  disputes,
  paymentAttempts,
  payments,
  refunds,
  statementLines,
  statementReversals,
  statements,
  upiAmounts,
} from "#shop/payments/tables.server.ts";
import { meaningOf, settingNames } from "#shop/settings/settings-list.ts";
import { shopSettings } from "#shop/settings/tables.server.ts";
import { batches, suppliers, units } from "#shop/stock/tables.server.ts";
import { waitlist } from "#shop/waitlist/tables.server.ts";
import type { ExportedTable } from "./exported-column.ts";
import { exported } from "./exported-table.server.ts";

const ofNetwork = "Where an order came from counts under this shop's secret alone.";
const ofOtherLogins = "Of ways to log in that the shop does not have.";
const ofNotices = "Notices count in the shop that sent them.";
const ofLink = "A link to confirm works for three days: ask for another.";

/**
 * All exported tables, each after the ones it refers to, with what does not follow from the table
 * itself. A column that is named nowhere here is exported under its own name.
 */
export const exportedTables: ExportedTable[] = [
  exported("settings", shopSettings, {
    order: [...settingNames, "updatedAt"],
    later: [
      "answerHours",
      "questionPresets",
      "alertsDeliver",
      "alertsDayMax",
      "claimHours",
      "grievanceName",
      "grievanceContact",
      "eraseMessagesDays",
    ],
    leftOut: { onlyRow: "There is one row." },
    changed: {
      ...Object.fromEntries(settingNames.map((name) => [name, { means: meaningOf(name) }])),
      rejectionReasons: { means: meaningOf("rejectionReasons"), type: "list of objects" },
      questionPresets: { means: meaningOf("questionPresets"), type: "list of objects" },
    },
  }),
  exported("pages", pages),
  exported("terms-versions", termsVersions),
  exported("products", products, {
    isDownloaded: true,
    later: ["claimHours"],
    inner: ["leavingAt", "heldNotifiedAt", "idPattern", "idExample"],
    computed: {
      available: {
        after: "pricePaise",
        type: "number",
        sql: "(select s.available from product_stock s where s.product_id = t.id)",
        means: "How many IDs can be sold now.",
      },
    },
  }),
  exported("instructions", instructions),
  exported("customers", users, {
    isDownloaded: true,
    later: ["rights"],
    leftOut: { wasAdmin: "Made of the role and the audit log." },
    computed: {
      orders: {
        after: "language",
        type: "number",
        sql: "(select count(*) from orders o where o.user_id = t.id)",
        means: "How many orders it has.",
      },
    },
  }),
  exported("old-password-keys", oldPasswordKeys),
  exported("passwords", credentials, {
    leftOut: {
      accessToken: ofOtherLogins,
      refreshToken: ofOtherLogins,
      idToken: ofOtherLogins,
      accessTokenExpiresAt: ofOtherLogins,
      refreshTokenExpiresAt: ofOtherLogins,
      scope: ofOtherLogins,
    },
  }),
  exported("withdrawn-accounts", withdrawnAccounts),
  exported("orders", orders, {
    isDownloaded: true,
    joined: "left join users b on b.id = t.user_id",
    later: ["claimUntil"],
    inner: ["holdUntil", "isFromOldShop", "shortBy", "linkNumber", "accessKeyHash", "unlockedBy"],
    leftOut: {
      placedFrom: ofNetwork,
      placedFrom56: ofNetwork,
      placedFrom48: ofNetwork,
      emailPrint: "Made of the email address.",
      hasPaymentToReview: "Told by the state of its payments.",
      idempotencyKey: "Valid for a day.",
      idempotencyBody: "Valid for a day.",
      handledAt: "Made of the times of processing and cancellation.",
    },
    computed: {
      customerEmail: { after: "userId", type: "text", sql: "b.email", means: "That customer's address." },
      ids: {
        after: "proofResentAt",
        type: "list",
        sql: "array(select h.unit_id::float8 from order_units h where h.order_id = t.id order by h.position, h.unit_id)",
        means: "The numbers of the IDs that it holds or was given, in their order.",
      },
      receiptNumber: {
        after: "idsErasedAt",
        type: "text",
        sql: "(select r.code from receipts r where r.order_id = t.id)",
        means: "The number of its receipt.",
      },
    },
  }),
  exported("suppliers", suppliers, { isLater: true }),
  exported("imports", batches, {
    later: ["supplierId"],
    renamed: { note: "source" },
    where: { sql: "t.state <> 'draft'", leavesOut: "One that was only checked is left out." },
  }),
  exported("ids", units, {
    isDownloaded: true,
    joined: `join products p on p.id = t.product_id left join order_units h on h.unit_id = t.id
      left join replacements r on r.faulty_unit_id = t.id left join orders o on o.id = coalesce(h.order_id, r.order_id)`,
    renamed: { id: "number", value: "id" },
    inner: ["withdrawn", "batchId", "fingerprint"],
    changed: { fingerprint: { sql: "case when t.value is null then t.fingerprint end" } },
    computed: {
      productName: { after: "productId", type: "text", sql: "p.name", means: "That product's name." },
      state: {
        after: "productId",
        type: "text",
        sql: `case when t.withdrawn is not null then t.withdrawn when h.delivered_at is not null then 'delivered'
          when h.unit_id is not null then 'reserved' else 'available' end`,
        means:
          "available, reserved (held for a pending order), delivered, faulty (found dead, or went out elsewhere; never sold again), removed (deleted by an admin), held back (in a restored shop that is not settled) or recalled (withdrawn with its import, until that is undone).",
      },
      requestCode: {
        after: "productId",
        type: "text",
        sql: "o.request_code",
        means: "The order that holds it, was given it, or was given it before it was replaced.",
      },
      orderId: { after: "productId", type: "text", sql: "h.order_id", means: "The id of the order that holds it or was given it." },
      position: {
        after: "productId",
        type: "number",
        sql: "h.position",
        means: "Where it stands among the IDs of its order, from 0; empty until it is delivered.",
      },
      deliveredAt: { after: "productId", type: "time", sql: "h.delivered_at", means: "When it was handed over." },
    },
  }),
  exported("recalls", recalls, { isLater: true }),
  exported("replacements", replacements),
  exported("receipts", receipts),
  exported("payment-fingerprints", paymentFingerprints, {
    computed: {
      similarTo: {
        after: "compareAt",
        type: "list",
        sql: "array(select s.earlier_id::float8 from similar_proofs s where s.fingerprint_id = t.id order by 1)",
        means: "The numbers of the earlier fingerprints whose picture shows the same.",
      },
    },
  }),
  exported("payment-attempts", paymentAttempts),
  exported("payments", payments, { later: ["bankProof"] }),
  exported("refunds", refunds),
  exported("credit-notes", creditNotes),
  exported("disputes", disputes, { isLater: true }),
  exported("upi-amounts", upiAmounts, {
    leftOut: {
      isUnseen: "Nobody knows what the other shop showed: an amount counts as shown.",
      takenFrom: ofNetwork,
      takenFrom56: ofNetwork,
      takenFrom48: ofNetwork,
    },
  }),
  exported("statements", statements, { later: ["kind", "firstDay", "lastDay"] }),
  exported("statement-lines", statementLines, { later: ["sentAt", "seenIn", "waitsBecause"] }),
  exported("statement-reversals", statementReversals, { isLater: true }),
  exported("emails", emails),
  exported("messages", contactMessages),
  exported("order-messages", orderMessages, { isLater: true }),
  exported("conversations", conversations, { isLater: true, leftOut: { buyerToldAt: ofNotices, shopToldAt: ofNotices } }),
  exported("claims", claims, { isLater: true }),
  exported("waitlist", waitlist, {
    where: { sql: "t.confirmed_at is not null", leavesOut: "An address that was not confirmed is left out." },
    leftOut: { emailFingerprint: "Made of the address.", tokenHash: ofLink, tokenExpiresAt: ofLink },
  }),
  exported("audit", auditEntries, { isDownloaded: true }),
];

/** The tables that an admin can download one by one. */
export const downloadedTables = exportedTables.filter(({ isDownloaded }) => isDownloaded);
