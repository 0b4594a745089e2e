import type { examples } from "./examples.ts";

/**
 * The name of a call and its chapter in the document. `fields` explains fields of the body whose
 * names do not suffice.
 */
export type CallDescriptions = { id: string; tag: Tag; fields?: Record<string, string> };

/** The chapters of the document, in order. */
export const tags = {
  Catalogue: "Products on sale, for everyone.",
  Orders: "Placing an order and following it, for buyers.",
  "Deciding orders": "The queue, for admins and their programs.",
  Messages: "What buyers write, for those who answer them and their programs.",
  Claims: "Delivered IDs that don't work, for those who decide about them and their programs.",
  Money: "Payments and refunds, for admins and their programs.",
  Stock: "Products and their IDs, for admins and their programs.",
  People: "Who works in the shop, for owners.",
  Settings: "What the owner sets up.",
} as const;
type Tag = keyof typeof tags;

const layoutNotes = {
  layout:
    "How to read IDs that look like a table or a formatted list: `columns`, `list`, `bare` or `lines`. Without it, such a text is refused.",
  columns: "The columns of the table that make an ID, counted from 1.",
  hasHeader: "Whether the first row contains the column names.",
  joiner: "What joins several columns. By default `:`.",
};

const confirmation = { currentPassword: "The owner's own password.", code: "A code of the second factor, where it is on." };

const recalledToo =
  "Delivers reserved IDs even if their import was recalled. Without it, they are refused with the code recalledIdsConfirm.";
const otherMoney =
  "Says that it is other money than a bank line with this number, or with this amount on this day. Without it such money is refused with the code lineHasPaid.";

const productFields = {
  name: "At most 200 characters.",
  price: "Rupees, with at most 2 decimals.",
  description: "Simple HTML. Scripts and styles are removed.",
  language: "The language of name and description. By default it stays, or is the shop's own.",
  translations:
    "Both in other languages, by language. Without it, they stay. A translation into the language of the texts themselves is ignored.",
  image: "An http or https address, or empty.",
  ids: "A list, whose entries are used as they are, or a text with one ID per line. IDs that the product already has are skipped.",
  ...layoutNotes,
};

/** Every call of the document, by method and path. A test compares them with the document. */
export const callDescriptions: Record<keyof typeof examples, CallDescriptions> = {
  "GET /products_database/products.json": { id: "readCatalogue", tag: "Catalogue" },
  "GET /api/products": { id: "listProducts", tag: "Catalogue" },
  "GET /api/products/{id}": { id: "readProduct", tag: "Catalogue" },
  "GET /api/get-stock/{productId}": { id: "readStock", tag: "Catalogue" },
  "POST /api/orders": {
    id: "placeOrder",
    tag: "Orders",
    fields: {
      quantity: "A whole number from 1 to 1,000.",
      paymentMethod:
        "`request`: paid after approval; `amazon`: paid with a gift card; `upi`, `razorpay` and `stripe`: paid at once, if they are on.",
      giftCardCode: "For `amazon`: at most 14 letters and digits.",
      paymentProof: "For `amazon`: a picture of at most 10 MB, as a data URL, or as a file of a multipart form.",
      email: "Where emails about the order go.",
      expectedPrice: "The price of one ID that the buyer saw, in rupees. If the price has changed, the order is refused.",
      signedIn: "Refuses the order, instead of placing it as a guest's, if the session has ended.",
    },
  },
  "GET /api/orders/{requestCode}": { id: "readOrder", tag: "Orders" },
  "GET /api/orders/{requestCode}/events": { id: "followOrder", tag: "Orders" },
  "POST /api/orders/{requestCode}/cancellation": { id: "cancelOrder", tag: "Orders" },
  "POST /api/orders/{requestCode}/utr": {
    id: "sendUtr",
    tag: "Orders",
    fields: {
      utr: "The 12 digits of the UPI payment. Spaces and dashes are ignored.",
      screenshot: "A picture of at most 10 MB, as a data URL, or as a file of a multipart form.",
    },
  },
  "GET /api/orders/{requestCode}/messages": { id: "listMessages", tag: "Orders" },
  "GET /api/orders/{requestCode}/messages/{number}/picture": { id: "readMessagePicture", tag: "Orders" },
  "POST /api/orders/{requestCode}/messages": {
    id: "writeMessage",
    tag: "Orders",
    fields: {
      text: "At most 2,000 characters of plain text.",
      picture: "A picture of at most 10 MB, as a data URL, or as a file of a multipart form.",
      answers: "The number of the open question that it answers. If another one is open meanwhile, it is refused.",
      giftCardCode: "A new gift card code, with its picture, where the shop asked for one.",
      utr: "The 12 digits of a UPI payment, where the shop asked for them.",
      key: "The same message under the same key is stored once.",
    },
  },
  "POST /api/orders/{requestCode}/claims": {
    id: "openClaims",
    tag: "Orders",
    fields: {
      ids: "The IDs that don't work, by their text.",
      positions: "Or by their places in `deliveredIds`, from 1.",
      reason: "`refused`: not accepted; `used`: used by somebody else; `different`: not what was ordered; or `other`.",
      text: "At most 2,000 characters of plain text.",
      picture: "A picture of at most 10 MB, as a data URL, or as a file of a multipart form.",
    },
  },
  "POST /api/orders/{requestCode}/claims/{number}/withdrawal": { id: "withdrawClaim", tag: "Orders" },
  "GET /api/waits": { id: "readWaits", tag: "Orders" },
  "POST /api/orders/{requestCode}/payment-attempts": { id: "payAgain", tag: "Orders" },
  "GET /api/account/orders": { id: "listOwnOrders", tag: "Orders" },
  "GET /api/account/orders/events": { id: "followOwnOrders", tag: "Orders" },
  "GET /api/admin/orders": { id: "listOrders", tag: "Deciding orders" },
  "GET /api/admin/orders/events": { id: "followOrders", tag: "Deciding orders" },
  "POST /api/admin/orders/{requestCode}/approval": {
    id: "approveOrder",
    tag: "Deciding orders",
    fields: {
      ids: "Exactly as many as ordered, one per line or as a list: the reserved ones, or others.",
      faulty: "The unit ids of reserved IDs that don't work. They are withdrawn and never sold.",
      downloadLink: "An http or https address that the buyer gets.",
      confirmed: "Approves even if the payment failed verification.",
      idsConfirmed:
        "Delivers the IDs even if one has hidden or look-alike characters, doesn't match the product's pattern, or isn't in stock. Without it, such IDs are refused with the code unusualIdsConfirm, which names them.",
      recalledConfirmed: recalledToo,
    },
  },
  "POST /api/admin/orders/{requestCode}/rejection": {
    id: "rejectOrder",
    tag: "Deciding orders",
    fields: { reason: "The buyer sees it." },
  },
  "POST /api/admin/orders/{requestCode}/proof-check": {
    id: "checkProof",
    tag: "Deciding orders",
    fields: {
      verified: "Verified means paid.",
      note: "Only admins see it.",
      proofId: "The picture that was checked. If the buyer has sent another since, the check is refused.",
    },
  },
  "GET /api/admin/orders/{requestCode}/proof": { id: "readProof", tag: "Deciding orders" },
  "POST /api/admin/orders/{requestCode}/payment": { id: "notePayment", tag: "Deciding orders" },
  "POST /api/admin/orders/{requestCode}/replacement": {
    id: "replaceId",
    tag: "Deciding orders",
    fields: {
      faulty: "The faulty ID, as delivered.",
      id: "The ID to deliver. By default one from stock.",
      idsConfirmed:
        "Delivers `id` even if it has hidden or look-alike characters, doesn't match the product's pattern, or isn't in stock. Without it, such an ID is refused with the code unusualIdsConfirm.",
    },
  },
  "GET /api/admin/claims": { id: "listClaims", tag: "Claims" },
  "POST /api/admin/claims/{id}/swap": {
    id: "swapClaim",
    tag: "Claims",
    fields: {
      id: "The new ID, for those who may see IDs. Without it, a free one is taken from the stock.",
      idsConfirmed: "Hand over the given ID although it looks unusual or isn't in stock.",
    },
  },
  "POST /api/admin/claims/{id}/refund": {
    id: "refundClaim",
    tag: "Claims",
    fields: {
      how: "`provider`, or `by_hand`, which is recorded with a reference. By default `by_hand`.",
      reference: "By which a transfer by hand is found again.",
      amount: "The rupees that you expect to go back. Another share is refused with the code refundedMeanwhile.",
    },
  },
  "POST /api/admin/claims/{id}/refusal": {
    id: "refuseClaim",
    tag: "Claims",
    fields: { reason: "Why, for the buyer." },
  },
  "GET /api/admin/messages": { id: "listConversations", tag: "Messages" },
  "GET /api/admin/orders/{requestCode}/messages": { id: "readConversation", tag: "Messages" },
  "GET /api/admin/orders/{requestCode}/messages/{number}/picture": { id: "readPictureOfMessage", tag: "Messages" },
  "POST /api/admin/orders/{requestCode}/messages": {
    id: "answerBuyer",
    tag: "Messages",
    fields: {
      text: "At most 2,000 characters of plain text. Without it, the buyer reads what is asked for.",
      picture: "A picture of at most 10 MB, as a data URL, or as a file of a multipart form.",
      asks: "What the buyer is to send: `words`, a `picture`, a new gift card code with its `proof`, or a `utr`.",
      seen: "The number of the last message that you have read. What the buyer wrote later still waits for an answer.",
      confirmed:
        "Says that you know of a colleague's answer. Without it, one later than `seen` is refused with the code colleagueAnswered.",
      key: "The same message under the same key is stored once. The header `Idempotency-Key` is the same.",
    },
  },
  "POST /api/admin/orders/{requestCode}/no-answer-needed": {
    id: "needNoAnswer",
    tag: "Messages",
    fields: { seen: "The number of the last message that you have read. Without it, all of them." },
  },
  "GET /api/admin/payments": { id: "listPayments", tag: "Money" },
  "POST /api/admin/payments": {
    id: "recordPayment",
    tag: "Money",
    fields: {
      requestCode: "The order it is for.",
      utr: "The bank's 12 digits.",
      amount: "Rupees.",
      isOtherMoney: otherMoney,
    },
  },
  "POST /api/admin/payments/{id}/match": {
    id: "matchPayment",
    tag: "Money",
    fields: {
      requestCode: "The order it pays for, whatever the amount. A cancelled order is reopened if its IDs are in stock.",
      isOtherMoney: otherMoney,
      recalledConfirmed: recalledToo,
      rest: "Where the payment is short: discount, which the invoice shows, or owed. Without it a short payment is refused with the code restUndecided.",
    },
  },
  "POST /api/admin/payments/{id}/refund": {
    id: "refundPayment",
    tag: "Money",
    fields: {
      amount: "Rupees. By default all that is left.",
      how: "`by_hand`, or `provider`.",
      reference: "By hand: the reference of the transfer.",
      reason: "Only admins see it.",
    },
  },
  "POST /api/admin/payments/{id}/ignore": { id: "ignorePayment", tag: "Money", fields: { reason: "Only admins see it." } },
  "POST /api/admin/products": { id: "addProduct", tag: "Stock", fields: productFields },
  "PUT /api/admin/products/{id}": { id: "changeProduct", tag: "Stock", fields: productFields },
  "DELETE /api/admin/products/{id}": { id: "deleteProduct", tag: "Stock" },
  "GET /api/admin/products/{id}/instructions": { id: "readInstructions", tag: "Stock" },
  "PUT /api/admin/products/{id}/instructions": {
    id: "changeInstructions",
    tag: "Stock",
    fields: { html: "Simple HTML. Scripts and styles are removed. Empty: no instructions." },
  },
  "GET /api/admin/products/{id}/ids": { id: "listIds", tag: "Stock" },
  "POST /api/admin/products/{id}/ids": {
    id: "addIds",
    tag: "Stock",
    fields: { ids: productFields.ids, ...layoutNotes, idsFile: "In a multipart form: a text file with one ID per line, or a table." },
  },
  "POST /api/admin/id-check": {
    id: "checkIds",
    tag: "Stock",
    fields: {
      productId: "The product that the IDs are for. Without it, they are those of a new one.",
      ids: productFields.ids,
      ...layoutNotes,
    },
  },
  "GET /api/settings": { id: "readPublicSettings", tag: "Settings" },
  "GET /api/admin/deliveries/events": { id: "followDeliveries", tag: "Settings" },
  "POST /api/admin/orders/{requestCode}/payment-request": { id: "askForPayment", tag: "Deciding orders" },
  "POST /api/admin/statements": {
    id: "uploadStatement",
    tag: "Deciding orders",
    fields: {
      bank: "`hdfc`, `icici`, `sbi`, `axis`, `kotak`, or `other` with `columns`.",
      columns: "For `other`: the name of each column, or its number from 1. In a multipart form, as JSON.",
      file: "The text of the file. In a multipart form, a file of at most 32 MB.",
    },
  },
  "GET /api/admin/statements/{statementId}": { id: "readStatement", tag: "Deciding orders" },
  "POST /api/admin/statements/{statementId}/confirmation": {
    id: "confirmStatement",
    tag: "Deciding orders",
    fields: { likely: "The ids of the likely payments to confirm in addition to the certain ones." },
  },
  "GET /api/admin/payment-methods": { id: "readPaymentMethods", tag: "Settings" },
  "PUT /api/admin/payment-methods/upi": {
    id: "changeUpi",
    tag: "Settings",
    fields: { isOn: "Whether buyers can choose it. It needs a UPI ID and a payee name.", vpa: "Such as name@bank." },
  },
  "PUT /api/admin/payment-methods/{name}": {
    id: "changeProvider",
    tag: "Settings",
    fields: {
      isOn: "Whether buyers can choose it. It needs all its keys.",
      keyId: "Of Razorpay.",
      keySecret: "Of Razorpay. By default it stays.",
      secretKey: "Of Stripe. By default it stays.",
      webhookSecret: "By default it stays. After a change, the former one still counts for 24 hours.",
    },
  },
  "GET /api/admin/alert-forwarders": { id: "listAlertForwarders", tag: "Settings" },
  "POST /api/admin/alert-forwarders": {
    id: "addAlertForwarder",
    tag: "Settings",
    fields: {
      name: "At most 100 characters.",
      senders: "A list, or a text with one sender per line. At most 10.",
      accountDigits: "The last 3 to 6 digits of the account.",
      ...confirmation,
    },
  },
  "DELETE /api/admin/alert-forwarders/{id}": { id: "revokeAlertForwarder", tag: "Settings" },
  "GET /api/admin/sales": { id: "readSales", tag: "Money" },
  "POST /api/admin/imports/{id}/recall": {
    id: "recallImport",
    tag: "Stock",
    fields: {
      reason: "What is wrong with its IDs. Buyers read it in the claims.",
      delivered: "For which delivered IDs claims are opened: none, in_time (those that their buyers may still claim) or all.",
      preview: "Only says what would happen.",
    },
  },
  "POST /api/admin/imports/{id}/recall/undo": { id: "undoRecall", tag: "Stock" },
  "GET /api/admin/suppliers": { id: "listSuppliers", tag: "Stock" },
  "POST /api/admin/suppliers": { id: "addSupplier", tag: "Stock", fields: { name: "At most 100 characters." } },
  "GET /api/admin/people": { id: "listPeople", tag: "People" },
  "POST /api/admin/people": {
    id: "invitePerson",
    tag: "People",
    fields: {
      name: "At most 100 characters.",
      rights: "At least one.",
      email: "Then only this address can use the link.",
      ...confirmation,
    },
  },
  "PUT /api/admin/people/{id}": {
    id: "changePerson",
    tag: "People",
    fields: { rights: "Exactly these, as a helper.", isOwner: "Makes an owner.", disabled: "Whether nobody can log in.", ...confirmation },
  },
  "DELETE /api/admin/people/{id}": { id: "removePerson", tag: "People", fields: confirmation },
  "DELETE /api/admin/invitations/{id}": { id: "withdrawInvitation", tag: "People" },
  "GET /api/admin/settings": { id: "readSettings", tag: "Settings" },
  "PUT /api/admin/settings": { id: "changeSettings", tag: "Settings" },
  "GET /api/pages": { id: "listPages", tag: "Settings" },
  "GET /api/admin/pages/{slug}": { id: "readPage", tag: "Settings" },
  "PUT /api/admin/pages/{slug}": {
    id: "changePage",
    tag: "Settings",
    fields: {
      title: "At most 100 characters.",
      html: "Simple HTML, at most 50,000 characters. Scripts and styles are removed.",
      isPublished: "Whether everyone can read it.",
    },
  },
};
