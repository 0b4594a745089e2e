import { catalogueOf } from "#messages/languages.ts";
import { firstSettings, publicNames } from "#shop/settings/settings-list.ts";

/**
 * An example of a call in the document. A test makes each one in a real shop and compares the
 * answer.
 */
export type Example = { parameters?: Record<string, string | number>; body?: unknown; answer?: unknown };

const yesterday = "2025-12-31T00:00:00.000Z";
const now = "2026-01-01T00:00:00.000Z";

const regular = { name: "Regular account ID", price: 99, description: "<p>One traveller.</p>", image: "" };
const old = { name: "Old account ID", price: 499, description: "", image: "" };
const product = { id: "7d9f3c52-6a0e-4b7e-9c41-2f1d8e5a6b30" };
const oldProduct = { id: "b61c7d10-93c4-4f5b-8a55-0f6f3c1d9e77" };
const times = { createdAt: yesterday, updatedAt: yesterday };
const inBoth = { language: "en", translations: { hi: { name: "फ़ैमिली अकाउंट ID" } } };
const inEnglish = { language: "en", translations: {} };
const instant = { isSample: false, delivery: "instant" };
const onSale = { ...product, ...regular, ...inEnglish, ...times, availableStock: 2, ...instant };

const pending = { requestCode: "REQ-MJUOHS00" };
const approved = { requestCode: "REQ-MJT91XC0" };
const ofProduct = { productId: product.id, productName: regular.name, price: 99 };
const undecided = { processedDate: null, cancelledAt: null, paymentVerified: null };
const nothingYet = {
  deliveredIds: [],
  claimUntil: null,
  claims: [],
  idsErasedAt: null,
  downloadLink: null,
  reason: null,
  paidAt: null,
  approvedBy: null,
  verificationNote: null,
  receiptNumber: null,
  creditNotes: [],
  instructions: null,
};

const waiting = {
  id: "5e6fcbd8-40a3-4f6e-8a41-6b1d6b0ce2a7",
  ...pending,
  status: "pending",
  ...ofProduct,
  quantity: 2,
  totalAmount: 198,
  paymentMethod: "amazon",
  createdAt: 1767225600000,
  ...undecided,
  giftCardLast4: "EFGH",
  hasProof: true,
  ...nothingYet,
  userId: "guest",
};
const waitingForAdmins = {
  ...waiting,
  giftCardCode: "ABCD1234EFGH",
  proofId: "46358e9674d0",
  paymentProofUrl: `/api/admin/orders/${pending.requestCode}/proof`,
  reservedIds: { "2": "RA-1002", "3": "RA-1003" },
  adminNote: null,
  email: "asha@example.com",
  recalledIds: 0,
  shortBy: null,
  utr: null,
  paymentAskedAt: null,
  payableAmount: 198,
};
const decided = { ...waitingForAdmins, processedDate: now, reservedIds: {} };
const bought = {
  id: "2cbdc629-14d3-435f-9d1c-92190ab698b8",
  ...approved,
  status: "approved",
  ...ofProduct,
  quantity: 1,
  totalAmount: 99,
  paymentMethod: "request",
  createdAt: 1767139200000,
  ...undecided,
  processedDate: yesterday,
  giftCardLast4: null,
  hasProof: false,
  ...nothingYet,
  deliveredIds: ["RA-1001"],
  claimUntil: "2026-01-03T00:00:00.000Z",
  claims: [{ number: 1, position: 1, state: "open", reason: "refused", openedAt: now, decidedAt: null }],
  receiptNumber: "2025-26/00001",
  userId: "d44bc76b-0fa3-4472-b30e-c7a6f57e95ed",
};
const boughtForAdmins = {
  ...bought,
  approvedBy: "3211d27c-958d-47d9-a0b6-8514d141d352",
  giftCardCode: null,
  proofId: null,
  paymentProofUrl: null,
  reservedIds: {},
  adminNote: null,
  email: null,
  recalledIds: 0,
  shortBy: null,
  utr: null,
  paymentAskedAt: null,
  payableAmount: 99,
};

const upi = { isOn: true, vpa: "trackside@okbank", payeeName: "Track Side", isMerchantVpa: false };
const byUpi = { requestCode: "REQ-MJUOHS02" };
const payment = {
  id: "0b6f8f5e-3a52-4c0e-9a7d-6f0c3a1e2d47",
  state: "review",
  problem: "unknown",
  heldBack: null,
  requestCode: null,
  amount: 150,
  currency: "INR",
  source: "upi",
  reference: "412345678901",
  payer: "asha@okbank",
  at: now,
  receivedAt: now,
  fee: null,
  refunded: 0,
  refunding: 0,
  reason: null,
  refunds: [],
  disputes: [],
};
const byHand = { state: "done", how: "by_hand", reference: "NEFT N123456789", problem: null, reason: "", creditNote: null };
const toAsk = { requestCode: "REQ-MJUOHS03" };
const statement = { statementId: "2f7a0c9e-5f0b-4a57-8b8e-0d6a4c3f9b21" };
const compared = { certain: 0, likely: 1, conflict: 0, other: 0 };
const claim = {
  id: `${approved.requestCode}-C1`,
  ...approved,
  number: 1,
  position: 1,
  deliveredId: "RA-1001",
  productName: regular.name,
  price: 99,
  reason: "refused",
  state: "open",
  openedBy: "buyer",
  openedAt: now,
  openedAgain: false,
  decidedAt: null,
  text: "The site says it is unknown.",
  pictureOf: null,
  deliveredAt: yesterday,
  claimUntil: "2026-01-03T00:00:00.000Z",
  available: 2,
  import: null,
  buyer: { orders: 1, hasMore: false, claims: 1, refused: 0 },
};
const nothingNew = { question: null, unreadMessages: 0 };
const aboutCard = {
  messages: [
    { number: 1, side: "buyer", text: "Is this card right?", hasPicture: true, asks: null, at: now, claim: null },
    { number: 2, side: "shop", text: "Which country is it from?", hasPicture: false, asks: "words", at: now, claim: null },
  ],
  waitsFor: "buyer",
  question: { number: 2, asks: "words", text: "Which country is it from?", at: now },
};
/** The text of a bank statement with one payment. */
export const statementExample = "Date,Narration,Withdrawal Amt.,Deposit Amt.\n01/01/26,UPI-ASHA-536512345678,,148.99\n";
const byProvider = { requestCode: "REQ-MJUOHS04" };
const razorpay = {
  name: "razorpay",
  isOn: true,
  settings: { keyId: "rzp_test_1DP5mmOlF5G5ag" },
  secrets: { keySecret: "3456", webhookSecret: "6789" },
  missing: [],
  isTest: true,
  eventsUrl: "https://shop.example/api/payments/razorpay/events",
  lastEvent: null,
  silentSince: null,
  hasEarlierKeys: false,
};
const stripe = {
  name: "stripe",
  isOn: false,
  settings: {},
  secrets: {},
  missing: ["secretKey", "webhookSecret"],
  isTest: null,
  eventsUrl: "https://shop.example/api/payments/stripe/events",
  lastEvent: null,
  silentSince: null,
  hasEarlierKeys: false,
};

const publicSettings = {
  ...Object.fromEntries(publicNames.map((name) => [name, firstSettings[name]])),
  blurb: "Account IDs for train booking.",
  supportEmail: "help@shop.example",
  takesUpi: true,
  textLanguage: "en",
  translations: {},
  takesRazorpay: true,
  takesStripe: false,
};
const noSalesSum = {
  ...{ orders: 0, sales: 0, tax: 0, fees: 0, refunds: 0, refunded: 0, refundedTax: 0 },
  ...{ ids: 0, cost: 0, idsWithoutCost: 0, deadIds: 0, deadCost: 0, profit: 0 },
};
const salesSum = { ...noSalesSum, orders: 1, sales: 99, ids: 1, idsWithoutCost: 1, profit: 99 };
const inTwoDays = "2026-01-03T00:00:00.000Z";
const owner = { id: "owner", name: "Asha", email: "owner@shop.example", isOwner: true, rights: [], disabled: false, lastSeenAt: now };
const helper = {
  id: "0c1d7a52-5f0e-4d39-9d3b-6a4f1f0f7c21",
  name: "Ravi",
  email: "ravi@example.com",
  isOwner: false,
  rights: ["read-orders", "decide-orders"],
  disabled: false,
  lastSeenAt: null,
};
const invitation = {
  id: "8a2b1c9e-0f5d-4c67-9b0e-3d1f6a7b8c90",
  name: "Kiran",
  email: null,
  rights: ["manage-stock"],
  expiresAt: inTwoDays,
};

const forwarder = {
  id: "0a7c2f4e-5b9d-4d0b-8a61-2f6f0c8e7b35",
  name: "Old phone",
  senders: ["HDFCBK"],
  accountDigits: "2536",
  heardAt: null,
};
const settings = {
  ...firstSettings,
  ...publicSettings,
  howToPay: "By bank transfer.",
  sellerName: "Asha Rao",
  sellerAddress: "1 MG Road\nMumbai 400001",
  gstin: "27AAPFU0939F1ZV",
  hsnCode: "998439",
  testimonialsShown: "own",
  testimonials: "Quick. | Ravi | Pune",
  rejectionReasons: [{ en: "We're out of stock.", hi: "स्टॉक ख़त्म है।" }],
  questionPresets: [{ asks: "words", text: { en: "Which train is it for?", hi: "किस ट्रेन के लिए?" } }],
};
/** Whether the other payment methods are on is changed by a call of its own. */
const { takesUpi: _, takesRazorpay: __, takesStripe: ___, ...changeableSettings } = settings;

const aboutPage = { slug: "about", language: "en", title: "About Trackside", html: "<p>We sell account IDs.</p>", publishedAt: yesterday };
const newText = { title: "About us", html: "<p>We sell account IDs for train booking.</p>", isPublished: true };

/** An example of every call, by method and path. */
export const examples = {
  "GET /products_database/products.json": {
    answer: { [product.id]: { ...regular, ...times }, [oldProduct.id]: { ...old, ...times } },
  },
  "GET /api/products": {
    answer: { products: [onSale, { ...oldProduct, ...old, ...inEnglish, ...times, availableStock: 1, ...instant }], next: null },
  },
  "GET /api/products/{id}": { parameters: product, answer: onSale },
  "GET /api/get-stock/{productId}": { parameters: { productId: product.id }, answer: { availableStock: 2 } },
  "POST /api/orders": {
    parameters: { "idempotency-key": "8f14e45fceea167a5a36dedd4bea2543" },
    body: { productId: product.id, quantity: 2, paymentMethod: "request", email: "asha@example.com", expectedPrice: 99 },
    answer: {
      id: "490ab3f1-3383-4cea-b218-a52d20370374",
      requestCode: "REQ-MJUOHS01",
      status: "pending",
      ...ofProduct,
      quantity: 2,
      totalAmount: 198,
      paymentMethod: "request",
      createdAt: 1767225600000,
      userId: "guest",
      accessKey: "U3q9Omo-Ul1JFoMjiwurgDyb",
      statusUrl: "https://shop.example/order-status/REQ-MJUOHS01",
      privateUrl: "https://shop.example/order-status/REQ-MJUOHS01/key/U3q9Omo-Ul1JFoMjiwurgDyb",
    },
  },
  "GET /api/orders/{requestCode}": { parameters: pending, answer: waitingForAdmins },
  "GET /api/orders/{requestCode}/events": { parameters: pending },
  "POST /api/orders/{requestCode}/cancellation": {
    parameters: pending,
    answer: {
      ...waiting,
      status: "cancelled",
      cancelledAt: now,
      mayCancel: false,
      question: aboutCard.question,
      unreadMessages: 1,
      payment: null,
      privateUrl: "https://shop.example/order-status/REQ-MJUOHS00/key/JUUCnWNaBAcE9jBK60g2DHQE",
    },
  },
  "POST /api/orders/{requestCode}/utr": {
    parameters: byUpi,
    body: { utr: "536512345678" },
    answer: {
      ...waiting,
      ...byUpi,
      id: "0b0e5a1c-8f5d-4a76-9f1c-5a1de1b2a9e4",
      productId: "day",
      productName: "Day account ID",
      price: 149,
      quantity: 1,
      totalAmount: 149,
      paymentMethod: "upi",
      giftCardLast4: null,
      hasProof: false,
      mayCancel: true,
      ...nothingNew,
      privateUrl: "https://shop.example/order-status/REQ-MJUOHS02/key/Qm1vRkZ2T2JkS0ZrVjB5S2NY",
      payment: { state: "checking", payable: 148.99, payUrl: null, payBy: null },
    },
  },
  "GET /api/orders/{requestCode}/messages": {
    parameters: pending,
    answer: aboutCard,
  },
  "POST /api/orders/{requestCode}/messages": {
    parameters: pending,
    body: { text: "It is from India.", answers: 2, key: "b1d2c3" },
    answer: { number: 3 },
  },
  "GET /api/orders/{requestCode}/messages/{number}/picture": { parameters: { ...pending, number: 1 } },
  "POST /api/orders/{requestCode}/claims": {
    parameters: approved,
    body: { positions: [1], reason: "refused" as const, text: "The site says it is unknown." },
    answer: { numbers: [1] },
  },
  "POST /api/orders/{requestCode}/claims/{number}/withdrawal": {
    parameters: { ...approved, number: 1 },
    answer: { number: 1, state: "withdrawn" },
  },
  "GET /api/waits": { answer: { promisedHours: 24, halfMinutes: null, mostMinutes: null } },
  "POST /api/orders/{requestCode}/payment-attempts": {
    parameters: byProvider,
    body: { paymentMethod: "razorpay" },
    answer: {
      ...waiting,
      ...byProvider,
      id: "6f0e3a52-1c2d-4e5f-8a9b-0c1d2e3f4a5b",
      productId: "week",
      productName: "Week account ID",
      price: 199,
      quantity: 1,
      totalAmount: 199,
      paymentMethod: "razorpay",
      giftCardLast4: null,
      hasProof: false,
      mayCancel: true,
      ...nothingNew,
      privateUrl: "https://shop.example/order-status/REQ-MJUOHS04/key/Xc9wTk1ZbUp4cVd2TzdFaHQ2",
      payment: { state: "opening", payable: 199, payUrl: null, payBy: "2026-01-01T00:20:00.000Z" },
    },
  },
  "GET /api/account/orders": {
    answer: {
      orders: [
        { ...bought, approvedBy: "admin", mayCancel: false, privateUrl: null, payment: null, ...nothingNew, timestamp: bought.createdAt },
      ],
      next: null,
    },
  },
  "GET /api/account/orders/events": {},
  "GET /api/admin/orders": {
    parameters: { status: "processed", from: "2025-12-01", to: "2026-01-01", search: "Regular", paid: "false" },
    answer: { orders: [boughtForAdmins], next: null },
  },
  "GET /api/admin/orders/events": {},
  "POST /api/admin/orders/{requestCode}/approval": {
    parameters: pending,
    body: { ids: ["RA-1002", "RA-1003"] },
    answer: {
      ...decided,
      status: "approved",
      deliveredIds: ["RA-1002", "RA-1003"],
      claimUntil: "2026-01-04T00:00:00.000Z",
      receiptNumber: "2025-26/00002",
      paidAt: now,
      approvedBy: "api-key:73684d02-15b9-42f5-8b89-d7b2720b40ad",
    },
  },
  "POST /api/admin/orders/{requestCode}/rejection": {
    parameters: pending,
    body: { reason: "The gift card was used before." },
    answer: { ...decided, status: "rejected", reason: "The gift card was used before." },
  },
  "POST /api/admin/orders/{requestCode}/proof-check": {
    parameters: pending,
    body: { verified: true, note: "Seen on the card's page." },
    answer: { ...waitingForAdmins, paymentVerified: true, paidAt: now, verificationNote: "Seen on the card's page." },
  },
  "GET /api/admin/orders/{requestCode}/proof": { parameters: pending },
  "POST /api/admin/orders/{requestCode}/payment": {
    parameters: approved,
    body: { state: "paid" },
    answer: { ...boughtForAdmins, paidAt: now },
  },
  "POST /api/admin/orders/{requestCode}/replacement": {
    parameters: approved,
    body: { faulty: "RA-1001" },
    answer: {
      ...boughtForAdmins,
      deliveredIds: ["RA-1004"],
      claims: [{ number: 1, position: 1, state: "swapped", reason: "refused", openedAt: now, decidedAt: now }] as [object],
    },
  },
  "GET /api/admin/claims": { parameters: { state: "open" }, answer: { claims: [claim], next: null } },
  "POST /api/admin/claims/{id}/swap": {
    parameters: { id: `${approved.requestCode}-C1` },
    body: {},
    answer: { id: `${approved.requestCode}-C1`, state: "swapped" },
  },
  "POST /api/admin/claims/{id}/refund": {
    parameters: { id: `${approved.requestCode}-C1` },
    body: { how: "by_hand", reference: "NEFT N123456789" },
    answer: { id: `${approved.requestCode}-C1`, state: "refunded" },
  },
  "POST /api/admin/claims/{id}/refusal": {
    parameters: { id: `${approved.requestCode}-C1` },
    body: { reason: "It works: you logged in with it today." },
    answer: { id: `${approved.requestCode}-C1`, state: "refused" },
  },
  "GET /api/admin/messages": {
    parameters: { waits: "buyer" },
    answer: {
      messages: [
        {
          kind: "order",
          ...pending,
          productName: regular.name,
          status: "pending",
          waitsForAnswer: false,
          at: now,
          last: { side: "shop", text: "Which country is it from?", hasPicture: false, asks: "words", isClaim: false },
        },
      ],
      next: null,
    },
  },
  "GET /api/admin/orders/{requestCode}/messages": { parameters: pending, answer: aboutCard },
  "GET /api/admin/orders/{requestCode}/messages/{number}/picture": { parameters: { ...pending, number: 1 } },
  "POST /api/admin/orders/{requestCode}/messages": {
    parameters: pending,
    body: { text: "Please send a picture of the receipt.", asks: "picture", seen: 2, key: "9f0e7a" },
    answer: { number: 3 },
  },
  "POST /api/admin/orders/{requestCode}/no-answer-needed": { parameters: pending, body: { seen: 2 }, answer: { waitsFor: "buyer" } },
  "GET /api/admin/payments": {
    parameters: { state: "open", search: "412345678901" },
    answer: { payments: [payment] as [typeof payment], next: null },
  },
  "POST /api/admin/payments": {
    body: { ...pending, utr: "412345678902", amount: 198 },
    answer: {
      ...payment,
      id: "7a1d20f2-9c55-4e0c-8e3b-0d5f4ad5c0b1",
      state: "matched",
      problem: null,
      ...pending,
      heldBack: "product",
      amount: 198,
      reference: "412345678902",
      payer: null,
    },
  },
  "POST /api/admin/payments/{id}/match": {
    parameters: { id: payment.id },
    body: { ...pending, rest: "owed" },
    answer: { ...payment, state: "matched", problem: null, ...pending },
  },
  "POST /api/admin/payments/{id}/refund": {
    parameters: { id: payment.id },
    body: { amount: 100, how: byHand.how, reference: byHand.reference },
    answer: { ...payment, refunded: 100, refunds: [{ ...byHand, amount: 100, at: now, doneAt: now }] },
  },
  "POST /api/admin/payments/{id}/ignore": {
    parameters: { id: payment.id },
    body: { reason: "Rent, not for the shop." },
    answer: { ...payment, state: "ignored", reason: "Rent, not for the shop." },
  },
  "POST /api/admin/products": {
    body: {
      name: "Family account ID",
      price: 249.5,
      description: "<p>Six travellers.</p>",
      image: "",
      ids: ["FA-2001", "FA-2002"],
      ...inBoth,
      delivery: "after_approval",
      instructions: { en: "<p>Log in and add your travellers.</p>" },
    },
    answer: {
      id: "c4aa58a6-0876-4609-b65e-d4b91f0bee85",
      name: "Family account ID",
      price: 249.5,
      description: "<p>Six travellers.</p>",
      ...inBoth,
      image: "",
      createdAt: now,
      updatedAt: now,
      availableStock: 2,
      isSample: false,
      added: 2,
      skipped: 0,
      delivery: "after_approval",
      instructions: { en: "<p>Log in and add your travellers.</p>" },
    },
  },
  "PUT /api/admin/products/{id}": {
    parameters: product,
    body: { ...regular, price: 109, ids: ["RA-1006"] },
    answer: { ...onSale, price: 109, updatedAt: now, availableStock: 3, instructions: {}, added: 1, skipped: 0 },
  },
  "DELETE /api/admin/products/{id}": { parameters: oldProduct, answer: oldProduct },
  "GET /api/admin/products/{id}/instructions": { parameters: product, answer: { language: "en", html: "" } },
  "PUT /api/admin/products/{id}/instructions": {
    parameters: product,
    body: { html: "<p>Log in and change the password.</p>" },
    answer: { language: "en", html: "<p>Log in and change the password.</p>" },
  },
  "GET /api/admin/products/{id}/ids": {
    parameters: product,
    answer: {
      ids: [
        { unitId: "1", value: "RA-1001", state: "delivered", ...approved },
        { unitId: "2", value: "RA-1002", state: "reserved", ...pending },
        { unitId: "3", value: "RA-1003", state: "reserved", ...pending },
        { unitId: "4", value: "RA-1004", state: "available", requestCode: null },
        { unitId: "5", value: "RA-1005", state: "available", requestCode: null },
      ],
      next: null,
    },
  },
  "POST /api/admin/products/{id}/ids": {
    parameters: product,
    body: { ids: ["RA-1005", "RA-1006", "RA-1007"] },
    answer: {
      added: 2,
      skipped: 1,
      linesLeftOut: [{ kind: "in_stock", count: 1, first: [{ line: 1, isOfFile: false, value: "RA-1005" }] }],
    },
  },
  "POST /api/admin/id-check": {
    body: { productId: product.id, ids: "RA-1005\nRA-1009" },
    answer: {
      lines: [
        { kind: "new", count: 1, first: [{ line: 2, isOfFile: false, value: "RA-1009" }] },
        { kind: "in_stock", count: 1, first: [{ line: 1, isOfFile: false, value: "RA-1005" }] },
      ],
    },
  },
  "GET /api/settings": { answer: { ...publicSettings, changedAt: now } },
  "GET /api/admin/deliveries/events": {},
  "POST /api/admin/orders/{requestCode}/payment-request": {
    parameters: toAsk,
    answer: {
      ...waitingForAdmins,
      ...toAsk,
      productId: "day",
      productName: "Day account ID",
      price: 149,
      quantity: 1,
      totalAmount: 149,
      paymentMethod: "request",
      giftCardLast4: null,
      hasProof: false,
      giftCardCode: null,
      proofId: null,
      paymentProofUrl: null,
      reservedIds: { "8": "DA-2" },
      email: null,
      paymentAskedAt: now,
      payableAmount: 148.98,
    },
  },
  "POST /api/admin/statements": {
    body: { bank: "hdfc", file: statementExample },
    answer: { id: statement.statementId, ...compared, unreadable: 0 },
  },
  "GET /api/admin/statements/{statementId}": {
    parameters: statement,
    answer: {
      id: statement.statementId,
      ...compared,
      confirmed: 0,
      lines: [{ id: "1", kind: "likely", date: "2026-01-01", amount: 148.99, utr: "536512345678", ...byUpi, reason: null }],
    },
  },
  "POST /api/admin/statements/{statementId}/confirmation": {
    parameters: statement,
    body: { likely: ["1"] },
    answer: { id: statement.statementId, ...compared, likely: 0, confirmed: 1, lines: [] },
  },
  "GET /api/admin/payment-methods": { answer: { upi, providers: [razorpay, stripe] } },
  "PUT /api/admin/payment-methods/{name}": {
    parameters: { name: "razorpay" },
    body: { isOn: false, keyId: "rzp_test_1DP5mmOlF5G5ag" },
    answer: { ...razorpay, isOn: false },
  },
  "PUT /api/admin/payment-methods/upi": { body: { ...upi, isMerchantVpa: true }, answer: { ...upi, isMerchantVpa: true } },
  "GET /api/admin/alert-forwarders": { answer: { forwarders: [forwarder] } },
  "POST /api/admin/alert-forwarders": {
    body: { name: "Phone at home", senders: ["HDFCBK"], accountDigits: "2536", currentPassword: "correct horse" },
    answer: {
      id: "7d1e5a0c-3b1f-4a55-9d3e-5c2b7f60a102",
      name: "Phone at home",
      secret: "alerts_t0kenT0kenT0kenT0kenT0kenT0kenT0kenT0kenT0k",
    },
  },
  "DELETE /api/admin/alert-forwarders/{id}": { parameters: { id: forwarder.id }, answer: { id: forwarder.id } },
  "GET /api/admin/sales": {
    parameters: { from: "2025-04-01", to: "2026-03-31", by: "method" },
    answer: {
      from: "2025-04-01",
      to: "2026-03-31",
      by: "method",
      total: salesSum,
      before: noSalesSum,
      rows: [{ key: "request", name: null, ...salesSum }],
      next: null,
    },
  },
  "POST /api/admin/imports/{id}/recall": {
    parameters: { id: "i-ravi-1" },
    body: { reason: "used", delivered: "in_time" },
    answer: { isRecalled: true, free: 0, reserved: 0, reservedOrders: 0, orders: [], deliveredInTime: 0, deliveredBefore: 0 },
  },
  "POST /api/admin/imports/{id}/recall/undo": { parameters: { id: "i-ravi-2" }, answer: { id: "i-ravi-2" } },
  "GET /api/admin/suppliers": {
    answer: {
      suppliers: [
        {
          ...{ id: "s-ravi", name: "Ravi Traders", hidden: false, imports: 0, ids: 0 },
          ...{ delivered: 0, claims: 0, claimMs: null, dead: 0, deadCost: 0 },
        },
      ],
      next: null,
    },
  },
  "POST /api/admin/suppliers": { body: { name: "Meena Traders" }, answer: { id: "s-meena", name: "Meena Traders" } },
  "GET /api/admin/people": { answer: { people: [owner, helper], invitations: [invitation] } },
  "POST /api/admin/people": {
    body: { name: "Meera", rights: ["read-orders", "answer-buyers"], currentPassword: "correct horse" },
    answer: {
      id: "2f3a6c1e-64f6-4b57-8a0c-0d7a0c5b9a11",
      name: "Meera",
      url: "http://localhost:4700/invitation/t0kenT0kenT0kenT0kenT0",
      expiresAt: inTwoDays,
    },
  },
  "PUT /api/admin/people/{id}": {
    parameters: { id: helper.id },
    body: { rights: ["manage-stock"], currentPassword: "correct horse" },
    answer: { ...helper, rights: ["manage-stock"] },
  },
  "DELETE /api/admin/people/{id}": {
    parameters: { id: helper.id },
    body: { currentPassword: "correct horse" },
    answer: { id: helper.id },
  },
  "DELETE /api/admin/invitations/{id}": { parameters: { id: invitation.id }, answer: { id: invitation.id } },
  "GET /api/admin/settings": { answer: { ...settings, changedAt: now } },
  "PUT /api/admin/settings": {
    body: { ...changeableSettings, guestOrderHours: 48 },
    answer: { ...settings, guestOrderHours: 48, changedAt: now },
  },
  "GET /api/pages": { answer: { pages: [aboutPage] } },
  "GET /api/admin/pages/{slug}": { parameters: { slug: "about" }, answer: { ...aboutPage, isPublished: true, updatedAt: yesterday } },
  "PUT /api/admin/pages/{slug}": {
    parameters: { slug: "about" },
    body: newText,
    answer: { ...aboutPage, ...newText, publishedAt: now, updatedAt: now },
  },
} satisfies Record<string, Example>;

/** The answer to a call on an order that does not exist. */
export const refusalExample = { error: catalogueOf("en").refusals.orderNotFound, code: "orderNotFound" };
