import { randomUUID } from "node:crypto";
import type { AskedRight } from "#shop/rights.ts";
import { aPushForm } from "#tests/support/push/browser.ts";
import { aUtr } from "#tests/support/shop/payments.ts";
import type { Place } from "./busy-shop.ts";

/**
 * The statuses for `visitors`, in their order: guest, holder of another order's link, buyer, other
 * customer, disabled customer, admin, and an admin who has not passed the second factor, who gets
 * the guest's answer unless another is given.
 */
type Answers = [guest: number, holder: number, buyer: number, other: number, disabled: number, admin: number, mfaPending?: number];

/**
 * The right that a call asks of somebody who works in the shop, or all that it asks for; null is
 * none but to work there. A row without it is about no such right. [S13.2]
 */
export type Needs = AskedRight | readonly AskedRight[] | null;

/**
 * A call of the shop: the answer to each visitor, and what is sent, a form to pages and JSON to the
 * API. Pages are requested as the browser's router does: there 202 leads to a login, and 401 asks
 * to log in again. `about` names the object of the address if it is not the pending order.
 */
export type Row = {
  answers: Answers;
  needs?: Needs;
  about?: (place: Place) => Partial<Place> & {
    token?: string;
    file?: string;
    runId?: string;
    entryId?: string;
    name?: string;
    provider?: string;
    format?: string;
    slug?: string;
    language?: string;
    section?: string;
    viewId?: string;
    supplierId?: string;
    invitationId?: string;
    number?: string;
    forwarderId?: string;
  };
  sends?: (place: Place) => object;
};

const everybody = (answer = 200, sends?: Row["sends"]): Row => ({ answers: [answer, answer, answer, answer, answer, answer], sends });
/** A page for logged-in visitors; others are sent to the login. */
const membersPage: Row = { answers: [202, 202, 200, 200, 202, 200] };
/** An action on one's own account. */
const memberAction = (answer: number, sends: Row["sends"]): Row => ({ answers: [401, 401, answer, answer, 401, answer], sends });
/** A page for admins; everybody else is sent to their login. */
const adminsPage = (needs: Needs): Row => ({ answers: [202, 202, 202, 202, 202, 200], needs });
/** A file for admins. */
const adminsFile = (needs: Needs): Row => ({ answers: [302, 302, 302, 302, 302, 200], needs });
/** An action on the admin pages; everybody else is asked to log in. */
const adminAction = (needs: Needs, sends: Row["sends"] = () => ({}), answer = 200): Row => ({
  answers: [401, 401, 401, 401, 401, answer],
  needs,
  sends,
});
/** An API call for admins; it refuses a customer with 403. */
const adminsCall = (needs: Needs, sends?: Row["sends"], answer = 200): Row => ({
  answers: [401, 401, 403, 403, 401, answer],
  needs,
  sends,
});

const ofApproved = ({ approvedCode }: Place) => ({ requestCode: approvedCode });
const ofClaim = ({ approvedCode }: Place) => ({ requestCode: approvedCode, id: `${approvedCode}-C1` });
const ofGuests = ({ guestCode }: Place) => ({ requestCode: guestCode });
const ofSpare = ({ spareId }: Place) => ({ productId: spareId, id: spareId });
const ofPayment = ({ paymentId }: Place) => ({ paymentId, id: paymentId });
const ofSupplier = ({ supplierId }: Place) => ({ supplierId });
const ofImport = ({ batchId }: Place) => ({ batchId, id: batchId });
const ofDraft = ({ draftId }: Place) => ({ batchId: draftId });
const ofSpareInEnglish = (place: Place) => ({ ...ofSpare(place), language: "en" });
const ofTerms = () => ({ slug: "terms", language: "en" });
const ofEmails = () => ({ section: "emails" });
const ofProvider = () => ({ name: "razorpay", provider: "razorpay" });
const ofNoInvitation = () => ({ invitationId: "none", id: "none" });
const ofNoForwarder = () => ({ forwarderId: "none", id: "none" });
const aForwarder = { name: "Phone", senders: "HDFCBK", accountDigits: "2536" };
const ofAnotherAdmin = ({ adminId }: Place) => ({ userId: adminId, id: adminId });
const ofBuyersSession = ({ sessionId }: Place) => ({ sessionId });
const aDeviceOfAnother = ({ deviceId }: Place) => ({ deviceId });
/**
 * The second step of a login. Everybody who is not in the middle of one is asked to log in, even
 * with a right code.
 */
const secondStep = (answer: number): Row => ({
  answers: [401, 401, 401, 401, 401, 401, answer],
  sends: ({ recoveryCode }) => ({ code: recoveryCode }),
});
const wrongToken = () => ({ token: "A".repeat(43) });

const aNewPassword = { password: "a new password", passwordAgain: "a new password" };
/**
 * An invalid address: logging in with the right password is tested elsewhere, and hashing is slow.
 */
const noPair = () => ({ email: "nobody", ...aNewPassword });
const aProduct = () => ({ name: "Account", price: "5", description: "", image: "", ids: `new-${randomUUID()}` });
const shopSettings = {
  name: "Trackside",
  blurb: "x",
  sinceYear: "2025",
  adminCurrency: "₹",
  howToPay: "",
  timeZone: "Asia/Kolkata",
  takesRequest: "true",
  takesAmazon: "true",
  mailsIds: "false",
  mailsNewOrders: "false",
  requiresSecondFactor: "false",
};

/**
 * Every call of the shop and who may make it. The test fails for a call without a row and for a row
 * without a call.
 */
export const permissions: Record<string, Row> = {
  // Storefront, for everybody.
  "GET /": everybody(),
  "GET /how-it-works": everybody(),
  "GET /contact": everybody(),
  "POST /contact": everybody(200, () => ({ name: "A", email: `${randomUUID()}@example.com`, message: "hello" })),
  ...Object.fromEntries(["terms", "privacy", "refunds", "delivery", "about"].map((slug) => [`GET /${slug}`, everybody(404)])),
  "GET /products": everybody(),
  "GET /product/:productId": everybody(),
  "GET /product/:productId/order": everybody(),
  "POST /product/:productId/order": everybody(202, ({ productId }) => ({ productId, quantity: "1", paymentMethod: "request" })),
  "GET /product/:productId/waitlist": everybody(404),
  "POST /product/:productId/waitlist": everybody(409, () => ({ email: "asha@example.com" })),
  "GET /waitlist/confirmation/:token": { ...everybody(404), about: wrongToken },
  "POST /waitlist/confirmation/:token": { ...everybody(404), about: wrongToken },
  "GET /waitlist/unsubscription/:entryId/:key": { ...everybody(404), about: () => ({ entryId: "none" }) },
  "POST /waitlist/unsubscription/:entryId/:key": { ...everybody(404), about: () => ({ entryId: "none" }) },
  "POST /theme": everybody(303, () => ({ theme: "dark", to: "/" })),
  "GET /theme": everybody(302),
  "GET /sitemap.xml": everybody(),
  "GET /robots.txt": everybody(),
  "GET /manifest.webmanifest": everybody(),
  "GET /*": everybody(404),
  "POST /*": everybody(404),

  // Orders by code: everybody reads the status, the buyer the rest.
  "GET /my-orders": { answers: [200, 200, 202, 202, 200, 202] },
  "GET /my-orders/adoption": { answers: [200, 200, 202, 202, 200, 202] },
  "POST /my-orders/adoption": { answers: [401, 401, 202, 202, 401, 202] },
  "GET /my-orders/forgetting": { answers: [200, 200, 202, 202, 200, 202] },
  "POST /my-orders/forgetting": everybody(202),
  "GET /my-orders/tickets.json": everybody(),
  "GET /offline": everybody(),
  "GET /offline-worker.js": everybody(),
  "GET /order-status": everybody(),
  "GET /order-status/:requestCode": everybody(),
  "GET /order-status/:requestCode/cancellation": everybody(),
  "POST /order-status/:requestCode/cancellation": { answers: [403, 403, 200, 403, 403, 403] },
  "GET /order-status/:requestCode/proof": everybody(),
  "POST /order-status/:requestCode/proof": {
    answers: [403, 403, 200, 403, 403, 403],
    sends: ({ picture }) => ({ giftCardCode: "ABCD1234", paymentProof: new File([new Uint8Array(picture)], "card.png") }),
  },
  "GET /order-status/:requestCode/messages": everybody(),
  "POST /order-status/:requestCode/messages": {
    answers: [403, 403, 200, 403, 403, 403],
    sends: () => ({ text: "Where is my ID?" }),
  },
  "GET /order-status/:requestCode/messages/:number/picture": {
    answers: [403, 403, 404, 403, 403, 403],
    about: () => ({ number: "1" }),
  },
  "GET /order-status/:requestCode/claims": { answers: [403, 403, 200, 403, 403, 403] },
  "POST /order-status/:requestCode/claims": { answers: [403, 403, 409, 403, 403, 403], sends: () => ({ ids: "x", reason: "used" }) },
  "GET /order-status/:requestCode/claims/new": { answers: [403, 403, 200, 403, 403, 403] },
  "GET /order-status/:requestCode/claims/:number/withdrawal": everybody(),
  "POST /order-status/:requestCode/claims/:number/withdrawal": { answers: [403, 403, 404, 403, 403, 403] },
  "GET /order-status/:requestCode/utr": everybody(),
  "POST /order-status/:requestCode/utr": { answers: [403, 403, 409, 403, 403, 403], sends: () => ({ utr: "632912345678" }) },
  "GET /order-status/:requestCode/upi.png": everybody(404),
  "GET /order-status/:requestCode/private-link": everybody(),
  "POST /order-status/:requestCode/private-link": { answers: [403, 403, 403, 403, 403, 200], needs: "answer-buyers", about: ofGuests },
  "GET /order-status/:requestCode/views": everybody(),
  "POST /order-status/:requestCode/views": { answers: [401, 401, 403, 403, 401, 403], about: ofGuests },
  "GET /order-status/:requestCode/views/:viewId/ending": { ...everybody(), about: () => ({ viewId: "none" }) },
  "POST /order-status/:requestCode/views/:viewId/ending": {
    answers: [403, 403, 403, 403, 403, 200],
    needs: "answer-buyers",
    about: (place) => ({ ...ofGuests(place), viewId: "none" }),
  },
  "GET /order-status/:requestCode/adoption": everybody(),
  "POST /order-status/:requestCode/adoption": { answers: [401, 401, 403, 403, 401, 403], about: ofGuests },
  "GET /order-status/:requestCode/push": everybody(),
  "POST /order-status/:requestCode/push": { answers: [403, 403, 200, 403, 403, 403], sends: () => aPushForm() },
  "GET /order-status/:requestCode/push/removal": everybody(),
  "POST /order-status/:requestCode/push/removal": everybody(),
  "GET /order-status/push-renewal": everybody(),
  "POST /order-status/push-renewal": everybody(200, () => aPushForm()),
  "GET /order-status/:requestCode/link.png": everybody(404),
  "GET /order-status/:requestCode/ids.txt": { answers: [404, 404, 200, 404, 404, 200], needs: "read-orders", about: ofApproved },
  "GET /order-status/:requestCode/receipt": { answers: [404, 404, 200, 404, 404, 200], needs: "read-orders", about: ofApproved },
  "GET /order-status/:requestCode/credit-notes/:place": { ...everybody(404), about: ofApproved },
  "GET /order-status/:requestCode/key/:key": { ...everybody(303), about: ofGuests },

  // Signing up and logging in, for everybody.
  "GET /login": { answers: [200, 200, 202, 202, 200, 202] },
  "POST /login": everybody(422, noPair),
  "GET /login/code": { answers: [202, 202, 202, 202, 202, 202, 200] },
  "POST /login/code": secondStep(202),
  "GET /signup": { answers: [200, 200, 202, 202, 200, 202] },
  "POST /signup": everybody(422, noPair),
  "GET /logout": everybody(302),
  "POST /logout": everybody(303),
  "GET /forgot-password": everybody(),
  "POST /forgot-password": everybody(422, noPair),
  "GET /reset-password": everybody(404),
  "POST /reset-password": everybody(404, () => aNewPassword),
  "GET /reset-password/:token": { ...everybody(303), about: wrongToken },
  "GET /admin/login": { answers: [200, 200, 200, 200, 200, 202] },
  "POST /admin/login": everybody(422, noPair),
  "GET /setup/:token": { ...everybody(404), about: wrongToken },
  "POST /setup/:token": { ...everybody(422, noPair), about: wrongToken },
  "GET /invitation": everybody(404),
  "POST /invitation": everybody(404, () => aNewPassword),
  "GET /invitation/:token": { ...everybody(303), about: wrongToken },

  // The visitor's own account.
  "GET /account": membersPage,
  "GET /account/details": membersPage,
  "GET /account/name": membersPage,
  "POST /account/name": memberAction(200, () => ({ name: "Asha" })),
  "GET /account/password": membersPage,
  "POST /account/password": memberAction(422, () => ({ currentPassword: "not the password", ...aNewPassword })),
  "GET /account/data.json": { answers: [302, 302, 200, 200, 302, 200] },
  "GET /account/deletion": membersPage,
  "POST /account/deletion": memberAction(422, () => ({ currentPassword: "not the password" })),
  "GET /account/sessions/:sessionId/ending": membersPage,
  "POST /account/sessions/:sessionId/ending": {
    ...memberAction(422, () => ({ currentPassword: "not the password" })),
    about: ofBuyersSession,
  },
  "GET /account/other-sessions/ending": membersPage,
  "POST /account/other-sessions/ending": memberAction(422, () => ({ currentPassword: "not the password" })),
  "GET /account/orders/:requestCode/cancellation": membersPage,
  "POST /account/orders/:requestCode/cancellation": { answers: [401, 401, 200, 403, 401, 403] },

  // Admin pages.
  "GET /admin/add-ids": adminsPage("manage-stock"),
  "POST /admin/add-ids": adminAction("manage-stock", ({ productId }) => ({ productId, ids: `new-${randomUUID()}` })),
  "GET /admin/id-check": { ...adminsFile("manage-stock"), answers: [302, 302, 302, 302, 302, 302] },
  "POST /admin/id-check": adminAction("manage-stock", ({ productId }) => ({ productId, ids: "zq7qz7-admin" })),
  "GET /admin/batches": adminsPage("manage-stock"),
  "GET /admin/batches/new": adminsPage("manage-stock"),
  "POST /admin/batches/new": adminAction("manage-stock", ({ productId }) => ({ productId, ids: `new-${randomUUID()}` }), 202),
  "GET /admin/batches/:batchId": { ...adminsPage("manage-stock"), about: ofDraft },
  "GET /admin/batches/:batchId/addition": adminsPage("manage-stock"),
  "POST /admin/batches/:batchId/addition": { ...adminAction("manage-stock", () => ({ new: "on" })), about: ofDraft },
  "GET /admin/batches/:batchId/reversal": adminsPage("manage-stock"),
  "POST /admin/batches/:batchId/reversal": adminAction("manage-stock"),
  "GET /admin/batches/:batchId/details": adminsPage("manage-stock"),
  "POST /admin/batches/:batchId/details": adminAction("manage-stock", () => ({ note: "zq7qz7-admin", cost: "1" })),
  "GET /admin/batches/:batchId/shown-ids": adminsPage("manage-stock"),
  "POST /admin/batches/:batchId/shown-ids": adminAction(["manage-stock", "see-ids"]),
  "GET /admin/batches/:batchId/recall": adminsPage("manage-stock"),
  "POST /admin/batches/:batchId/recall": adminAction("manage-stock", () => ({ reason: "other", delivered: "none" })),
  "GET /admin/batches/:batchId/recall/undo": adminsPage("manage-stock"),
  "POST /admin/batches/:batchId/recall/undo": adminAction("manage-stock", undefined, 409),
  "GET /admin/sales": adminsPage("see-figures"),
  "GET /admin/sales.csv": adminsFile("see-figures"),
  "GET /admin/suppliers": adminsPage("manage-stock"),
  "GET /admin/suppliers/:supplierId": { ...adminsPage("manage-stock"), about: ofSupplier },
  "GET /admin/suppliers/:supplierId/name": { ...adminsPage("manage-stock"), about: ofSupplier },
  "POST /admin/suppliers/:supplierId/name": { ...adminAction("manage-stock", () => ({ name: "Zq7qz7-admin" })), about: ofSupplier },
  "GET /admin/suppliers/:supplierId/merging": { ...adminsPage("manage-stock"), about: ofSupplier },
  "POST /admin/suppliers/:supplierId/merging": { ...adminAction("manage-stock", () => ({ name: "nobody" }), 404), about: ofSupplier },
  "GET /admin/suppliers/:supplierId/hiding": { ...adminsPage("manage-stock"), about: ofSupplier },
  "POST /admin/suppliers/:supplierId/hiding": { ...adminAction("manage-stock", () => ({ hidden: "true" })), about: ofSupplier },
  "GET /admin/suppliers/:supplierId/dead-ids.csv": { ...adminsFile("manage-stock"), about: ofSupplier },
  "GET /admin/products": adminsPage("manage-stock"),
  "GET /admin/products/samples/removal": adminsPage("manage-stock"),
  "POST /admin/products/samples/removal": adminAction("manage-stock"),
  "GET /admin/products/new": adminsPage("manage-stock"),
  "POST /admin/products/new": adminAction("manage-stock", aProduct),
  "GET /admin/products/new/description-preview": adminsPage("manage-stock"),
  "POST /admin/products/new/description-preview": adminAction("manage-stock", aProduct),
  "GET /admin/products/:productId/edit": adminsPage("manage-stock"),
  "POST /admin/products/:productId/edit": adminAction("manage-stock", aProduct),
  "GET /admin/products/:productId/description-preview": adminsPage("manage-stock"),
  "POST /admin/products/:productId/description-preview": adminAction("manage-stock", aProduct),
  "GET /admin/products/:productId/ids": adminsPage("manage-stock"),
  "GET /admin/products/:productId/deletion": adminsPage("manage-stock"),
  "POST /admin/products/:productId/deletion": { ...adminAction("manage-stock"), about: ofSpare },
  "GET /admin/products/:productId/visibility": adminsPage("manage-stock"),
  "POST /admin/products/:productId/visibility": adminAction("manage-stock", () => ({ visible: "no" })),
  "GET /admin/products/:productId/restoration": adminsPage("manage-stock"),
  "POST /admin/products/:productId/restoration": { ...adminAction("manage-stock"), about: ({ deletedId }) => ({ productId: deletedId }) },
  "GET /admin/products/:productId/ids/deletion": adminsPage("manage-stock"),
  "POST /admin/products/:productId/ids/deletion": adminAction("manage-stock", ({ unitId }) => ({ which: "chosen", unitId, expected: "1" })),
  "GET /admin/products/:productId/ids/shown-ids": adminsPage("manage-stock"),
  "POST /admin/products/:productId/ids/shown-ids": adminAction(["manage-stock", "see-ids"]),
  "GET /admin/products/:productId/ids.txt": adminsFile(["manage-stock", "see-ids"]),
  "GET /admin": adminsPage(null),
  "GET /admin/waiting": adminsFile(null),
  "GET /admin/search": adminsPage("read-orders"),
  "POST /admin/search": adminAction("read-orders", () => ({ words: "no such order" })),
  "GET /admin/checklist/dismissal": adminsPage("own-shop"),
  "POST /admin/checklist/dismissal": adminAction("own-shop", () => ({}), 202),
  "GET /admin/import-old-shop": adminsPage("own-shop"),
  "GET /admin/import-old-shop/files": adminsPage("own-shop"),
  "POST /admin/import-old-shop/files": adminAction("own-shop", () => ({ hashConfig: new File(["{}"], "config.json") })),
  "GET /admin/import-old-shop/files/removal": adminsPage("own-shop"),
  "POST /admin/import-old-shop/files/removal": adminAction("own-shop"),
  "GET /admin/import-old-shop/upload": { ...adminsFile("own-shop"), answers: [302, 302, 302, 302, 302, 302] },
  "POST /admin/import-old-shop/upload": adminAction("own-shop", () => ({}), 422),
  "GET /admin/import-old-shop/runs": adminsPage("own-shop"),
  "POST /admin/import-old-shop/runs": adminAction("own-shop", () => ({ what: "preview" }), 422),
  "GET /admin/import-old-shop/runs/:runId/stopping": { ...adminsPage("own-shop"), about: () => ({ runId: "none" }) },
  "POST /admin/import-old-shop/runs/:runId/stopping": { ...adminAction("own-shop", () => ({}), 404), about: () => ({ runId: "none" }) },
  "GET /admin/import-old-shop/runs/:runId/report/:format": {
    ...adminsFile("own-shop"),
    answers: [302, 302, 302, 302, 302, 404],
    about: () => ({ runId: "none", format: "json" }),
  },
  "GET /admin/settings/:section?": { ...adminsPage("own-shop"), about: ofEmails },
  "POST /admin/settings/:section?": { ...adminAction("own-shop"), about: ofEmails },
  "GET /admin/orders/:requestCode/messages": adminsPage("read-orders"),
  "POST /admin/orders/:requestCode/messages": adminAction(["read-orders", "answer-buyers"], () => ({ text: "In an hour." })),
  "GET /admin/orders/:requestCode/no-answer-needed": adminsPage("read-orders"),
  "POST /admin/orders/:requestCode/no-answer-needed": adminAction(["read-orders", "answer-buyers"]),
  "GET /admin/orders/:requestCode/payment-request": adminsPage("read-orders"),
  "POST /admin/orders/:requestCode/payment-request": adminAction(["read-orders", "handle-money"], () => ({}), 409),
  "GET /admin/statements": adminsPage("handle-money"),
  "POST /admin/statements": adminAction("handle-money", () => ({ bank: "hdfc", file: new File(["no statement"], "nov.csv") }), 422),
  "GET /admin/statements/:statementId": { ...adminsPage("handle-money"), answers: [202, 202, 202, 202, 202, 404] },
  "GET /admin/statements/:statementId/confirmation": { ...adminsPage("handle-money"), answers: [202, 202, 202, 202, 202, 404] },
  "POST /admin/statements/:statementId/confirmation": adminAction("handle-money", () => ({}), 404),
  "GET /admin/money": adminsPage("handle-money"),
  "GET /admin/money/recording": adminsPage("handle-money"),
  "GET /admin/money/looking": adminsPage("handle-money"),
  "POST /admin/money/looking": adminAction("handle-money"),
  "POST /admin/money/recording": adminAction("handle-money", ({ requestCode }) => ({ requestCode, utr: aUtr(), amount: "499" })),
  "GET /admin/money/:paymentId/match": adminsPage("handle-money"),
  "POST /admin/money/:paymentId/match": adminAction("handle-money", ({ requestCode }) => ({ requestCode })),
  "GET /admin/money/:paymentId/refund": adminsPage("handle-money"),
  "POST /admin/money/:paymentId/refund": adminAction("handle-money", () => ({ reference: "NEFT 1" })),
  "GET /admin/money/:paymentId/ignoring": adminsPage("handle-money"),
  "POST /admin/money/:paymentId/ignoring": adminAction("handle-money", () => ({ reason: "mine" })),
  "GET /admin/payment-methods": adminsPage("own-shop"),
  "GET /order-status/:requestCode/payment-attempts": everybody(),
  "POST /order-status/:requestCode/payment-attempts": { answers: [403, 403, 409, 403, 403, 403] },
  "GET /order-status/:requestCode/paid": everybody(303),
  "GET /admin/payment-methods/request": adminsPage("own-shop"),
  "POST /admin/payment-methods/request": adminAction("own-shop", () => ({ isOn: "on" })),
  "GET /admin/payment-methods/request/how-to-pay": adminsPage("own-shop"),
  // The own password is missing.
  "POST /admin/payment-methods/request/how-to-pay": adminAction("own-shop", () => ({ howToPay: "By bank." }), 422),
  "GET /admin/payment-methods/amazon": adminsPage("own-shop"),
  "POST /admin/payment-methods/amazon": adminAction("own-shop", () => ({ isOn: "on" })),
  "GET /admin/payment-methods/upi": adminsPage("own-shop"),
  "GET /admin/payment-methods/upi/alerts": adminsPage("own-shop"),
  "POST /admin/payment-methods/upi/alerts": adminAction("own-shop", () => ({ alertsDayMax: "20000" })),
  "GET /admin/payment-methods/upi/alerts/phones": adminsPage("own-shop"),
  "POST /admin/payment-methods/upi/alerts/phones": adminAction("own-shop", () => aForwarder, 422),
  "GET /admin/payment-methods/upi/alerts/phones/:forwarderId/revocation": { ...adminsPage("own-shop"), about: ofNoForwarder },
  "POST /admin/payment-methods/upi/alerts/phones/:forwarderId/revocation": {
    ...adminAction("own-shop", () => ({}), 404),
    about: ofNoForwarder,
  },
  "GET /admin/payment-methods/upi/alerts/test": adminsPage("own-shop"),
  "POST /admin/payment-methods/upi/alerts/test": adminAction("own-shop", () => ({ text: "hello" })),
  "GET /admin/payment-methods/upi/test.png": { ...adminsFile("own-shop"), answers: [302, 302, 302, 302, 302, 404] },
  "GET /admin/payment-methods/:name": { ...adminsPage("own-shop"), about: ofProvider },
  "POST /admin/payment-methods/:name": { ...adminAction("own-shop", () => ({ keyId: "rzp_test_1DP5mmOlF5G5ag" }), 422), about: ofProvider },
  "GET /admin/payment-methods/:name/test": { ...adminsPage("own-shop"), about: ofProvider },
  // There are no keys to test yet.
  "POST /admin/payment-methods/:name/test": { ...adminAction("own-shop", undefined, 422), about: ofProvider },
  "POST /admin/payment-methods/upi": adminAction("own-shop", () => ({ vpa: "trackside@okbank", payeeName: "Track Side" }), 422),
  "GET /admin/orders/:requestCode/messages/:number/picture": {
    ...adminsFile("read-orders"),
    answers: [302, 302, 302, 302, 302, 404],
    about: () => ({ number: "1" }),
  },
  "GET /admin/claims": adminsPage("read-orders"),
  "GET /admin/claims/swaps": adminsPage("read-orders"),
  "POST /admin/claims/swaps": adminAction(["read-orders", "decide-orders"], () => ({ claims: "none" }), 404),
  "GET /admin/claims/refunds": adminsPage("read-orders"),
  "POST /admin/claims/refunds": adminAction(["read-orders", "handle-money"], () => ({ claims: "none", reference: "NEFT" }), 404),
  "GET /admin/claims/refusals": adminsPage("read-orders"),
  "POST /admin/claims/refusals": adminAction(["read-orders", "answer-buyers"], () => ({ claims: "none", reason: "It works." }), 404),
  "GET /admin/messages": adminsPage("answer-buyers"),
  "GET /admin/messages/:messageId/handling": adminsPage("answer-buyers"),
  "POST /admin/messages/:messageId/handling": adminAction("answer-buyers", () => ({ handled: "true" })),
  "GET /admin/messages/:messageId/deletion": adminsPage("answer-buyers"),
  "POST /admin/messages/:messageId/deletion": adminAction("answer-buyers"),
  "GET /admin/people": adminsPage("own-shop"),
  "GET /admin/people/new": adminsPage("own-shop"),
  "POST /admin/people/new": adminAction("own-shop", () => ({ name: "Ravi", rights: "see-figures" }), 422),
  "GET /admin/people/invitations/:invitationId/withdrawal": { ...adminsPage("own-shop"), about: ofNoInvitation },
  "POST /admin/people/invitations/:invitationId/withdrawal": { ...adminAction("own-shop", () => ({}), 404), about: ofNoInvitation },
  "GET /admin/people/:userId": { ...adminsPage("own-shop"), about: ofAnotherAdmin },
  "GET /admin/people/:userId/rights": { ...adminsPage("own-shop"), about: ofAnotherAdmin },
  "POST /admin/people/:userId/rights": { ...adminAction("own-shop", () => ({ rights: "see-figures" }), 422), about: ofAnotherAdmin },
  ...Object.fromEntries(
    ["disabling", "enabling", "ownership", "removal"].flatMap((noun) => [
      [`GET /admin/people/:userId/${noun}`, { ...adminsPage("own-shop"), about: ofAnotherAdmin }],
      [`POST /admin/people/:userId/${noun}`, { ...adminAction("own-shop", () => ({}), 422), about: ofAnotherAdmin }],
    ]),
  ),
  "GET /admin/customers": adminsPage("own-shop"),
  "GET /admin/customers/:userId/disabling": adminsPage("own-shop"),
  "POST /admin/customers/:userId/disabling": adminAction("own-shop"),
  "GET /admin/customers/:userId/enabling": adminsPage("own-shop"),
  "POST /admin/customers/:userId/enabling": adminAction("own-shop"),
  "GET /admin/customers/:userId/promotion": { ...adminsFile("own-shop"), answers: [302, 302, 302, 302, 302, 302] },
  "GET /admin/customers/:userId/demotion": { ...adminsFile("own-shop"), answers: [302, 302, 302, 302, 302, 302] },
  "GET /admin/settings/notifications": adminsPage("own-shop"),
  "GET /admin/settings/notifications/addition": adminsPage("own-shop"),
  "POST /admin/settings/notifications": adminAction("own-shop", () => ({ ownerEmail: "" })),
  "POST /admin/settings/notifications/addition": adminAction(
    "own-shop",
    () => ({ url: "https://hook.example/", events: "order.placed" }),
    422,
  ),
  "GET /admin/settings/notifications/chat": adminsPage("own-shop"),
  "POST /admin/settings/notifications/chat": adminAction(
    "own-shop",
    () => ({ token: `1:${"a".repeat(35)}`, chatId: "1", events: "order.placed" }),
    422,
  ),
  "GET /admin/settings/notifications/:subscriptionId/change": adminsPage("own-shop"),
  "POST /admin/settings/notifications/:subscriptionId/change": adminAction("own-shop", () => ({ events: "order.placed" })),
  "GET /admin/settings/notifications/:subscriptionId/secret": adminsPage("own-shop"),
  "POST /admin/settings/notifications/:subscriptionId/secret": adminAction("own-shop", undefined, 422),
  "GET /admin/settings/notifications/:subscriptionId/test": adminsPage("own-shop"),
  "POST /admin/settings/notifications/:subscriptionId/test": adminAction("own-shop"),
  "GET /admin/settings/notifications/:subscriptionId/removal": adminsPage("own-shop"),
  "POST /admin/settings/notifications/:subscriptionId/removal": adminAction("own-shop"),
  "GET /admin/settings/notifications/deliveries/:deliveryId/sending": adminsPage("own-shop"),
  "POST /admin/settings/notifications/deliveries/:deliveryId/sending": adminAction("own-shop"),
  "GET /admin/push-devices": adminsPage(null),
  "POST /admin/push-devices": adminAction(null, () => aPushForm()),
  "GET /admin/push-devices/renewal": adminsFile(null),
  "POST /admin/push-devices/renewal": adminAction(null, () => aPushForm()),
  "GET /admin/push-devices/:deviceId/removal": adminsPage(null),
  "POST /admin/push-devices/:deviceId/removal": { ...adminAction(null, undefined, 404), about: aDeviceOfAnother },
  "GET /admin/push-devices/:deviceId/test": adminsPage(null),
  "POST /admin/push-devices/:deviceId/test": { ...adminAction(null, undefined, 404), about: aDeviceOfAnother },
  "GET /admin/emails": adminsPage("own-shop"),
  "GET /admin/emails/:emailId/showing": adminsPage("own-shop"),
  "POST /admin/emails/:emailId/showing": adminAction("own-shop"),
  "GET /admin/emails/:emailId/sending": adminsPage("own-shop"),
  "POST /admin/emails/:emailId/sending": adminAction("own-shop", undefined, 409),
  "GET /admin/export": adminsPage("own-shop"),
  "GET /admin/export/:file": { ...adminsFile("own-shop"), about: () => ({ file: "ids.csv" }) },
  "GET /admin/accounts.csv": { ...adminsFile("own-shop"), answers: [302, 302, 302, 302, 302, 422] },
  "GET /admin/backup": adminsPage("own-shop"),
  "POST /admin/backup": adminAction(
    "own-shop",
    () => ({ passphrase: "a long passphrase", passphraseAgain: "a long passphrase", currentPassword: "not the password" }),
    422,
  ),
  "GET /admin/backup/file": { ...adminsFile("own-shop"), answers: [302, 302, 302, 302, 302, 409] },
  "GET /admin/restored": adminsPage("own-shop"),
  "GET /admin/restored/withdrawal": adminsPage("own-shop"),
  "POST /admin/restored/withdrawal": adminAction("own-shop", () => ({ ids: "zq7qz7-admin" }), 409),
  "GET /admin/restored/settlement": adminsPage("own-shop"),
  "POST /admin/restored/settlement": adminAction("own-shop", () => ({ missingOrders: "0" }), 409),
  "GET /admin/api-keys": adminsPage("own-shop"),
  "POST /admin/api-keys": adminAction(
    "own-shop",
    () => ({ name: "Till", scopes: "read-orders", currentPassword: "not the password" }),
    422,
  ),
  "GET /admin/api-keys/:keyId/revocation": adminsPage("own-shop"),
  "POST /admin/api-keys/:keyId/revocation": adminAction("own-shop"),
  "GET /admin/activity": adminsPage("own-shop"),
  "GET /admin/products/:productId/instructions": { ...adminsPage("manage-stock"), about: ofSpare },
  "GET /admin/products/:productId/instructions/:language": { ...adminsPage("manage-stock"), about: ofSpareInEnglish },
  "POST /admin/products/:productId/instructions/:language": {
    ...adminAction("manage-stock", () => ({ html: "<p>Log in.</p>" })),
    about: ofSpareInEnglish,
  },
  "GET /admin/pages": adminsPage("own-shop"),
  "GET /admin/pages/:slug": { ...adminsPage("own-shop"), about: ofTerms },
  "GET /admin/pages/:slug/:language": { ...adminsPage("own-shop"), about: ofTerms },
  "POST /admin/pages/:slug/:language": {
    ...adminAction("own-shop", () => ({ title: "Terms", html: "<p>Pay first.</p>" })),
    about: ofTerms,
  },
  "GET /admin/second-factor": adminsPage(null),
  "GET /admin/second-factor/key": adminsPage(null),
  "POST /admin/second-factor/key": adminAction(null, () => ({ currentPassword: "not the password" }), 422),
  "GET /admin/second-factor/confirmation": adminsPage(null),
  "POST /admin/second-factor/confirmation": adminAction(null, () => ({ code: "000000" }), 409),
  "GET /admin/second-factor/recovery-codes": adminsPage(null),
  "POST /admin/second-factor/recovery-codes": adminAction(null, ({ recoveryCode }) => ({ code: recoveryCode }), 422),
  "GET /admin/second-factor/removal": adminsPage(null),
  "POST /admin/second-factor/removal": adminAction(
    null,
    ({ recoveryCode }) => ({ currentPassword: "not the password", code: recoveryCode }),
    422,
  ),
  "GET /admin/orders/approvals": adminsPage("read-orders"),
  "POST /admin/orders/approvals": adminAction("decide-orders", ({ guestCode }) => ({ codes: guestCode })),
  "GET /admin/orders/rejections": adminsPage("read-orders"),
  "POST /admin/orders/rejections": adminAction("decide-orders", ({ guestCode }) => ({ codes: guestCode, reason: "Not paid" })),
  "GET /admin/orders/payments": adminsPage("read-orders"),
  "POST /admin/orders/payments": adminAction("decide-orders", ({ guestCode }) => ({ codes: guestCode })),
  "GET /admin/orders/matching": adminsFile("read-orders"),
  "GET /admin/orders": adminsPage("read-orders"),
  "GET /admin/orders/processed": adminsPage("read-orders"),
  "GET /admin/orders/:requestCode": adminsPage("read-orders"),
  "GET /admin/orders/:requestCode/payment": adminsPage("read-orders"),
  "GET /admin/orders/:requestCode/refund": adminsPage("read-orders"),
  "POST /admin/orders/:requestCode/refund": adminAction(["read-orders", "handle-money"], () => ({ reference: "NEFT" }), 409),
  "POST /admin/orders/:requestCode/payment": adminAction("decide-orders", () => ({ state: "paid" })),
  "GET /admin/orders/:requestCode/replacement": adminsPage("read-orders"),
  "POST /admin/orders/:requestCode/replacement": {
    ...adminAction("decide-orders", ({ deliveredId }) => ({ faulty: deliveredId })),
    about: ofApproved,
  },
  "GET /admin/orders/:requestCode/new-private-link": adminsPage("read-orders"),
  "POST /admin/orders/:requestCode/new-private-link": adminAction(["read-orders", "see-ids"]),
  "GET /admin/orders/:requestCode/shown-ids": adminsPage("read-orders"),
  "POST /admin/orders/:requestCode/shown-ids": { ...adminAction(["read-orders", "see-ids"]), about: ofApproved },
  "GET /admin/orders/:requestCode/private-link": adminsPage("read-orders"),
  "POST /admin/orders/:requestCode/private-link": { ...adminAction("answer-buyers"), about: ofGuests },
  "GET /admin/orders/:requestCode/approval": adminsPage("read-orders"),
  "POST /admin/orders/:requestCode/approval": adminAction(["decide-orders", "see-ids"], () => ({
    ids: `typed-${randomUUID()}`,
    confirmed: "on",
    idsConfirmed: "on",
  })),
  "GET /admin/orders/:requestCode/rejection": adminsPage("read-orders"),
  "POST /admin/orders/:requestCode/rejection": adminAction("decide-orders", () => ({ reason: "no" })),
  "GET /admin/orders/:requestCode/proof-check": adminsPage("read-orders"),
  "POST /admin/orders/:requestCode/proof-check": adminAction("decide-orders", () => ({ verified: "true" })),
  "GET /admin/orders/:requestCode/proof": adminsFile("read-orders"),

  // Answered by the server itself.
  "GET /healthz": everybody(),
  "GET /readyz": everybody(),
  "GET /product-images/:name": everybody(404),
  "GET /shop-pictures/:name": everybody(404),
  "GET /texts/:language/:names": everybody(404),

  // JSON API.
  "GET /products_database/products.json": everybody(),
  "GET /api/openapi.json": everybody(),
  "GET /api/docs": everybody(),
  "GET /api/settings": everybody(),
  "GET /api/pages": everybody(),
  "GET /api/get-stock/:productId": everybody(),
  "GET /api/products": everybody(),
  "GET /api/products/:id": { ...everybody(), about: ofSpare },
  "POST /api/orders": everybody(201, ({ productId }) => ({ productId, quantity: 1, paymentMethod: "request" })),
  "GET /api/orders/:requestCode": everybody(),
  "POST /api/orders/:requestCode/cancellation": { answers: [403, 403, 200, 403, 403, 403] },
  "GET /api/orders/:requestCode/events": everybody(),
  "GET /api/orders/:requestCode/messages": { answers: [403, 403, 200, 403, 403, 403] },
  "POST /api/orders/:requestCode/messages": { answers: [403, 403, 200, 403, 403, 403], sends: () => ({ text: "Where is my ID?" }) },
  "GET /api/orders/:requestCode/messages/:number/picture": { answers: [403, 403, 404, 403, 403, 403], about: () => ({ number: "1" }) },
  "POST /api/orders/:requestCode/claims": {
    answers: [403, 403, 200, 403, 403, 200],
    about: ofApproved,
    sends: () => ({ positions: [1], reason: "used" }),
  },
  "POST /api/orders/:requestCode/claims/:number/withdrawal": {
    answers: [403, 403, 200, 403, 403, 403],
    about: (place) => ({ ...ofApproved(place), number: "1" }),
  },
  "GET /api/waits": everybody(),
  "GET /api/account/orders": { answers: [401, 401, 200, 200, 401, 200] },
  "GET /api/account/orders/events": { answers: [401, 401, 200, 200, 401, 200] },
  "GET /api/admin/orders": adminsCall("read-orders"),
  "GET /api/admin/orders/events": adminsCall(null),
  "POST /api/admin/orders/:requestCode/approval": adminsCall(["decide-orders", "see-ids"], () => ({
    ids: [`typed-${randomUUID()}`],
    confirmed: true,
    idsConfirmed: true,
  })),
  "POST /api/admin/orders/:requestCode/rejection": adminsCall("decide-orders", () => ({ reason: "no" })),
  "POST /api/admin/orders/:requestCode/proof-check": adminsCall("decide-orders", () => ({ verified: true })),
  "POST /api/admin/orders/:requestCode/payment": adminsCall("decide-orders", () => ({ state: "paid" })),
  "POST /api/admin/orders/:requestCode/replacement": {
    ...adminsCall("decide-orders", ({ deliveredId }) => ({ faulty: deliveredId })),
    about: ofApproved,
  },
  "GET /api/admin/orders/:requestCode/proof": adminsCall("read-orders"),
  "GET /api/admin/claims": adminsCall("answer-buyers"),
  "POST /api/admin/claims/:id/swap": { ...adminsCall("decide-orders"), about: ofClaim },
  "POST /api/admin/claims/:id/refusal": { ...adminsCall("answer-buyers", () => ({ reason: "It works." })), about: ofClaim },
  // The order is not paid.
  "POST /api/admin/claims/:id/refund": {
    ...adminsCall("handle-money", () => ({ how: "by_hand", reference: "NEFT 1" }), 409),
    about: ofClaim,
  },
  "GET /api/admin/messages": adminsCall("answer-buyers"),
  "GET /api/admin/orders/:requestCode/messages": adminsCall("answer-buyers"),
  "GET /api/admin/orders/:requestCode/messages/:number/picture": {
    ...adminsCall("answer-buyers", undefined, 404),
    about: () => ({ number: "1" }),
  },
  "POST /api/admin/orders/:requestCode/messages": adminsCall("answer-buyers", () => ({ text: "It is on its way." })),
  "POST /api/admin/orders/:requestCode/no-answer-needed": adminsCall("answer-buyers", () => ({})),
  "GET /api/admin/sales": adminsCall("see-figures"),
  "POST /api/admin/imports/:id/recall": {
    ...adminsCall("manage-stock", () => ({ reason: "other", delivered: "none", preview: true })),
    about: ofImport,
  },
  "POST /api/admin/imports/:id/recall/undo": { ...adminsCall("manage-stock", undefined, 409), about: ofImport },
  "GET /api/admin/suppliers": adminsCall("manage-stock"),
  "POST /api/admin/suppliers": adminsCall("manage-stock", () => ({ name: `Supplier ${randomUUID()}` }), 201),
  "GET /api/admin/alert-forwarders": adminsCall("own-shop"),
  "POST /api/admin/alert-forwarders": adminsCall("own-shop", () => aForwarder, 422),
  "DELETE /api/admin/alert-forwarders/:id": { ...adminsCall("own-shop", undefined, 404), about: ofNoForwarder },
  "GET /api/admin/people": adminsCall("own-shop"),
  "POST /api/admin/people": adminsCall("own-shop", () => ({ name: "Ravi", rights: ["see-figures"] }), 422),
  "PUT /api/admin/people/:id": { ...adminsCall("own-shop", () => ({ rights: ["see-figures"] }), 422), about: ofAnotherAdmin },
  "DELETE /api/admin/people/:id": { ...adminsCall("own-shop", () => ({}), 422), about: ofAnotherAdmin },
  "DELETE /api/admin/invitations/:id": { ...adminsCall("own-shop", undefined, 404), about: ofNoInvitation },
  "GET /api/admin/payments": adminsCall("handle-money"),
  "POST /api/admin/payments": adminsCall("handle-money", ({ requestCode }) => ({ requestCode, utr: aUtr(), amount: 499 })),
  "POST /api/admin/payments/:id/match": { ...adminsCall("handle-money", ({ requestCode }) => ({ requestCode })), about: ofPayment },
  "POST /api/admin/payments/:id/refund": { ...adminsCall("handle-money", () => ({ reference: "NEFT 1" })), about: ofPayment },
  "POST /api/admin/payments/:id/ignore": { ...adminsCall("handle-money", () => ({ reason: "mine" })), about: ofPayment },
  "POST /api/admin/products": adminsCall("manage-stock", aProduct, 201),
  "PUT /api/admin/products/:id": { ...adminsCall("manage-stock", aProduct), about: ofSpare },
  "DELETE /api/admin/products/:id": { ...adminsCall("manage-stock"), about: ofSpare },
  "GET /api/admin/products/:id/instructions": { ...adminsCall("manage-stock"), about: ofSpare },
  "PUT /api/admin/products/:id/instructions": { ...adminsCall("manage-stock", () => ({ html: "<p>Log in.</p>" })), about: ofSpare },
  "POST /api/admin/id-check": adminsCall("manage-stock", ({ productId }) => ({ productId, ids: "zq7qz7-admin" })),
  "GET /api/admin/products/:id/ids": { ...adminsCall("manage-stock"), about: ofSpare },
  "POST /api/admin/products/:id/ids": { ...adminsCall("manage-stock", () => ({ ids: `new-${randomUUID()}` })), about: ofSpare },
  "GET /api/admin/deliveries/events": adminsCall("own-shop"),
  "POST /api/orders/:requestCode/utr": { answers: [403, 403, 409, 403, 403, 403], sends: () => ({ utr: "632912345678" }) },
  "POST /api/admin/orders/:requestCode/payment-request": adminsCall("handle-money", () => ({}), 409),
  "POST /api/admin/statements": adminsCall("handle-money", () => ({ bank: "hdfc", file: "no statement" }), 422),
  "GET /api/admin/statements/:statementId": adminsCall("handle-money", undefined, 404),
  "POST /api/admin/statements/:statementId/confirmation": adminsCall("handle-money", () => ({}), 404),
  "POST /api/orders/:requestCode/payment-attempts": { answers: [403, 403, 409, 403, 403, 403] },
  "GET /api/admin/payment-methods": adminsCall("own-shop"),
  "PUT /api/admin/payment-methods/:name": {
    ...adminsCall("own-shop", () => ({ isOn: false, keyId: "rzp_test_1DP5mmOlF5G5ag" }), 422),
    about: ofProvider,
  },
  // Only the provider can sign an event.
  "POST /api/payments/bank-alerts": everybody(401),
  "POST /api/payments/:provider/events": { ...everybody(401), about: ofProvider },
  "PUT /api/admin/payment-methods/upi": adminsCall(
    "own-shop",
    () => ({ isOn: false, vpa: "trackside@okbank", payeeName: "Track Side" }),
    422,
  ),
  "GET /api/admin/pages/:slug": { ...adminsCall("own-shop"), about: ofTerms },
  "PUT /api/admin/pages/:slug": {
    ...adminsCall("own-shop", () => ({ title: "Terms", html: "<p>Pay first.</p>", isPublished: false })),
    about: ofTerms,
  },
  "GET /api/admin/settings": adminsCall("own-shop"),
  "PUT /api/admin/settings": adminsCall("own-shop", () => ({
    ...shopSettings,
    takesRequest: true,
    takesAmazon: true,
    mailsIds: false,
    mailsNewOrders: false,
    showsLandingPicture: true,
    requiresSecondFactor: false,
  })),

  // Accounts in the JSON API; no other endpoint of the library is reachable.
  "POST /api/auth/sign-up/email": everybody(422, noPair),
  "POST /api/auth/sign-in/email": everybody(422, noPair),
  "POST /api/auth/two-factor/verify-totp": secondStep(200),
  "POST /api/auth/two-factor/verify-backup-code": secondStep(200),
  "POST /api/auth/sign-out": everybody(),
  "GET /api/auth/get-session": everybody(),
  "GET /api/auth/password-policy": everybody(),
};
