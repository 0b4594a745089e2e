import type { examples } from "./examples.ts";

/**
 * The name of a call and its chapter in the document. `fields` explains fields of the body whose
 * names do not suffice.
 */
export type CallDescriptions = { id: string; tag: Tag; fields?: Record<string, string> };

/** The chapters of the document, in order. */
export const tags = {
  Catalogue: "What is on sale, for everybody.",
  Orders: "Placing an order and following it, for buyers.",
  "Deciding orders": "The queue, for admins and their programs.",
  Money: "The payments that came in, for admins and their programs.",
  Stock: "Products and their IDs, for admins and their programs.",
  Settings: "What the owner decides about the shop.",
} as const;
type Tag = keyof typeof tags;

const layoutNotes = {
  layout: "For a text of IDs that is a table or a formatted list, which is refused without it: `columns`, `list`, `bare` or `lines`.",
  columns: "The columns of the table that make an ID, counted from 1.",
  hasHeader: "Whether the first row of the table is the names of its columns.",
  joiner: "What stands between several columns; `:` without it.",
};

const productFields = {
  name: "At most 200 characters.",
  price: "Rupees, with at most 2 decimals.",
  description: "Simple HTML; what could do harm is taken out.",
  language: "The language of name and description; without it, it stays, or is the shop's own.",
  translations: "Both in other languages, by language; without it, they stay. One into the language of the texts themselves is ignored.",
  image: "An http or https address, or empty.",
  ids: "A list, none of which is taken apart, or a text with one per line. What the product has already is skipped.",
  ...layoutNotes,
};

/** Every call of the document, by method and path. A test compares them with the document. */
export const callDescriptions: Record<keyof typeof examples, CallDescriptions> = {
  "GET /products_database/products.json": { id: "readCatalogue", tag: "Catalogue" },
  "GET /api/products": { id: "listProducts", tag: "Catalogue" },
  "GET /api/products/{id}": { id: "readProduct", tag: "Catalogue" },
  "GET /api/get-stock/{productId}": { id: "readStock", tag: "Catalogue" },
  "POST /api/orders": {
    ...{ id: "placeOrder", tag: "Orders" },
    fields: {
      quantity: "A whole number from 1 to 1,000.",
      paymentMethod:
        "`request`: paid after approval; `amazon`: paid with a gift card; `upi`, `razorpay` and `stripe`: paid at once, if they are on.",
      giftCardCode: "For `amazon`: at most 14 letters and digits.",
      paymentProof: "For `amazon`: a picture of at most 10 MB, as a data URL, or as a file of a multipart form.",
      email: "Where emails about the order go.",
      expectedPrice: "The price of one ID that the buyer saw, in rupees: the order is refused when it is another one now.",
      signedIn: "Refuses to place the order as a guest's when the session has ended.",
    },
  },
  "GET /api/orders/{requestCode}": { id: "readOrder", tag: "Orders" },
  "GET /api/orders/{requestCode}/events": { id: "followOrder", tag: "Orders" },
  "POST /api/orders/{requestCode}/cancellation": { id: "cancelOrder", tag: "Orders" },
  "POST /api/orders/{requestCode}/utr": {
    ...{ id: "sendUtr", tag: "Orders" },
    fields: {
      utr: "The 12 digits of the UPI payment; spaces and dashes do not count.",
      screenshot: "A picture of at most 10 MB, as a data URL, or as a file of a multipart form.",
    },
  },
  "POST /api/orders/{requestCode}/payment-attempts": { id: "payAgain", tag: "Orders" },
  "GET /api/account/orders": { id: "listOwnOrders", tag: "Orders" },
  "GET /api/account/orders/events": { id: "followOwnOrders", tag: "Orders" },
  "GET /api/admin/orders": { id: "listOrders", tag: "Deciding orders" },
  "GET /api/admin/orders/events": { id: "followOrders", tag: "Deciding orders" },
  "POST /api/admin/orders/{requestCode}/approval": {
    ...{ id: "approveOrder", tag: "Deciding orders" },
    fields: {
      ids: "Exactly as many as were ordered, one per line or a list: the reserved ones, or others.",
      faulty: "The unit ids of reserved IDs that do not work: they are withdrawn and never sold.",
      downloadLink: "An http or https address that the buyer gets.",
      confirmed: "Approves although the payment failed verification.",
      idsConfirmed:
        "Hands the IDs over although one has hidden or look-alike characters, is not like the product's pattern, or is not in stock. Without it such IDs are refused once, with the code unusualIdsConfirm and their names.",
    },
  },
  "POST /api/admin/orders/{requestCode}/rejection": {
    ...{ id: "rejectOrder", tag: "Deciding orders" },
    fields: { reason: "What the buyer reads." },
  },
  "POST /api/admin/orders/{requestCode}/proof-check": {
    ...{ id: "checkProof", tag: "Deciding orders" },
    fields: {
      verified: "Verified means paid.",
      note: "For admins alone.",
      proofId: "The picture that was looked at: one that came later is not judged by it.",
    },
  },
  "GET /api/admin/orders/{requestCode}/proof": { id: "readProof", tag: "Deciding orders" },
  "POST /api/admin/orders/{requestCode}/payment": { id: "notePayment", tag: "Deciding orders" },
  "POST /api/admin/orders/{requestCode}/replacement": {
    ...{ id: "replaceId", tag: "Deciding orders" },
    fields: {
      faulty: "The dead ID, as it was delivered.",
      id: "The ID to hand over; without it a free one of the product is taken.",
      idsConfirmed:
        "Hands `id` over although it has hidden or look-alike characters, is not like the product's pattern, or is not in stock. Without it such an ID is refused once, with the code unusualIdsConfirm.",
    },
  },
  "GET /api/admin/payments": { id: "listPayments", tag: "Money" },
  "POST /api/admin/payments": {
    ...{ id: "recordPayment", tag: "Money" },
    fields: { requestCode: "The order that it is for.", utr: "The 12 digits of the bank.", amount: "Rupees." },
  },
  "POST /api/admin/payments/{id}/match": {
    ...{ id: "matchPayment", tag: "Money" },
    fields: { requestCode: "The order that it pays for, whatever its amount. A cancelled order is reopened if its IDs are free." },
  },
  "POST /api/admin/payments/{id}/refund": {
    ...{ id: "refundPayment", tag: "Money" },
    fields: {
      amount: "Rupees; without it all that is left.",
      how: "`by hand`, or `provider`.",
      reference: "By hand: how the transfer is found again.",
      reason: "For admins alone.",
    },
  },
  "POST /api/admin/payments/{id}/ignore": { ...{ id: "ignorePayment", tag: "Money" }, fields: { reason: "For admins alone." } },
  "POST /api/admin/products": { id: "addProduct", tag: "Stock", fields: productFields },
  "PUT /api/admin/products/{id}": { id: "changeProduct", tag: "Stock", fields: productFields },
  "DELETE /api/admin/products/{id}": { id: "deleteProduct", tag: "Stock" },
  "GET /api/admin/products/{id}/instructions": { id: "readInstructions", tag: "Stock" },
  "PUT /api/admin/products/{id}/instructions": {
    ...{ id: "changeInstructions", tag: "Stock" },
    fields: { html: "Simple HTML; what could do harm is taken out. Empty removes them." },
  },
  "GET /api/admin/products/{id}/ids": { id: "listIds", tag: "Stock" },
  "POST /api/admin/products/{id}/ids": {
    ...{ id: "addIds", tag: "Stock" },
    fields: { ids: productFields.ids, ...layoutNotes, idsFile: "In a multipart form: a text file with one ID per line, or a table." },
  },
  "GET /api/settings": { id: "readPublicSettings", tag: "Settings" },
  "GET /api/admin/deliveries/events": { id: "followDeliveries", tag: "Settings" },
  "POST /api/admin/orders/{requestCode}/payment-request": { id: "askForPayment", tag: "Deciding orders" },
  "POST /api/admin/statements": {
    ...{ id: "uploadStatement", tag: "Deciding orders" },
    fields: {
      bank: "`hdfc`, `icici`, `sbi`, `axis`, `kotak`, or `other` with `columns`.",
      columns: "For `other`: the name of each column, or its number from 1; in a multipart form as JSON.",
      file: "The text of the file; in a multipart form the file, of at most 32 MB.",
    },
  },
  "GET /api/admin/statements/{statementId}": { id: "readStatement", tag: "Deciding orders" },
  "POST /api/admin/statements/{statementId}/confirmation": {
    ...{ id: "confirmStatement", tag: "Deciding orders" },
    fields: { likely: "The ids of the likely payments to confirm beside the certain ones." },
  },
  "GET /api/admin/payment-methods": { id: "readPaymentMethods", tag: "Settings" },
  "PUT /api/admin/payment-methods/upi": {
    ...{ id: "changeUpi", tag: "Settings" },
    fields: { isOn: "Whether buyers may choose it. It needs a UPI ID and a payee's name.", vpa: "Such as name@bank." },
  },
  "PUT /api/admin/payment-methods/{name}": {
    ...{ id: "changeProvider", tag: "Settings" },
    fields: {
      isOn: "Whether buyers may choose it. It needs all of its keys.",
      keyId: "Of Razorpay.",
      keySecret: "Of Razorpay; left out, it stays.",
      secretKey: "Of Stripe; left out, it stays.",
      webhookSecret: "Left out, it stays. The one before counts for 24 hours more.",
    },
  },
  "GET /api/admin/settings": { id: "readSettings", tag: "Settings" },
  "PUT /api/admin/settings": { id: "changeSettings", tag: "Settings" },
  "GET /api/pages": { id: "listPages", tag: "Settings" },
  "GET /api/admin/pages/{slug}": { id: "readPage", tag: "Settings" },
  "PUT /api/admin/pages/{slug}": {
    ...{ id: "changePage", tag: "Settings" },
    fields: {
      title: "At most 100 characters.",
      html: "Simple HTML, at most 50,000 characters; what could do harm is taken out.",
      isPublished: "Whether everybody may read it.",
    },
  },
};
