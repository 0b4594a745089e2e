import { randomUUID } from "node:crypto";
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
 * A call of the shop: the answer to each visitor, and what is sent, a form to pages and JSON to the
 * API. Pages are requested as the browser's router does: there 202 leads to a login, and 401 asks
 * to log in again. `about` names the object of the address if it is not the pending order.
 */
export type Row = {
  answers: Answers;
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
  };
  sends?: (place: Place) => object;
};

const everybody = (answer = 200, sends?: Row["sends"]): Row => ({ answers: [answer, answer, answer, answer, answer, answer], sends });
/** A page for logged-in visitors; others are sent to the login. */
const membersPage: Row = { answers: [202, 202, 200, 200, 202, 200] };
/** An action on one's own account. */
const memberAction = (answer: number, sends: Row["sends"]): Row => ({ answers: [401, 401, answer, answer, 401, answer], sends });
/** A page for admins; everybody else is sent to their login. */
const adminsPage: Row = { answers: [202, 202, 202, 202, 202, 200] };
/** A file for admins. */
const adminsFile: Row = { answers: [302, 302, 302, 302, 302, 200] };
/** An action on the admin pages; everybody else is asked to log in. */
const adminAction = (sends: Row["sends"] = () => ({}), answer = 200): Row => ({ answers: [401, 401, 401, 401, 401, answer], sends });
/** An API call for admins; it refuses a customer with 403. */
const adminsCall = (sends?: Row["sends"], answer = 200): Row => ({ answers: [401, 401, 403, 403, 401, answer], sends });

const ofApproved = ({ approvedCode }: Place) => ({ requestCode: approvedCode });
const ofGuests = ({ guestCode }: Place) => ({ requestCode: guestCode });
const ofSpare = ({ spareId }: Place) => ({ productId: spareId, id: spareId });
const ofPayment = ({ paymentId }: Place) => ({ paymentId, id: paymentId });
const ofDraft = ({ draftId }: Place) => ({ batchId: draftId });
const ofSpareInEnglish = (place: Place) => ({ ...ofSpare(place), language: "en" });
const ofTerms = () => ({ slug: "terms", language: "en" });
const ofEmails = () => ({ section: "emails" });
const ofProvider = () => ({ name: "razorpay", provider: "razorpay" });
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
  "GET /order-status/:requestCode/utr": everybody(),
  "POST /order-status/:requestCode/utr": { answers: [403, 403, 409, 403, 403, 403], sends: () => ({ utr: "632912345678" }) },
  "GET /order-status/:requestCode/upi.png": everybody(404),
  "GET /order-status/:requestCode/private-link": everybody(),
  "POST /order-status/:requestCode/private-link": { answers: [403, 403, 403, 403, 403, 200], about: ofGuests },
  "GET /order-status/:requestCode/views": everybody(),
  "POST /order-status/:requestCode/views": { answers: [401, 401, 403, 403, 401, 403], about: ofGuests },
  "GET /order-status/:requestCode/views/:viewId/ending": { ...everybody(), about: () => ({ viewId: "none" }) },
  "POST /order-status/:requestCode/views/:viewId/ending": {
    answers: [403, 403, 403, 403, 403, 200],
    about: (place) => ({ ...ofGuests(place), viewId: "none" }),
  },
  "GET /order-status/:requestCode/adoption": everybody(),
  "POST /order-status/:requestCode/adoption": { answers: [401, 401, 403, 403, 401, 403], about: ofGuests },
  "GET /order-status/:requestCode/link.png": everybody(404),
  "GET /order-status/:requestCode/ids.txt": { answers: [404, 404, 200, 404, 404, 200], about: ofApproved },
  "GET /order-status/:requestCode/receipt": { answers: [404, 404, 200, 404, 404, 200], about: ofApproved },
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
  "GET /admin/add-ids": adminsPage,
  "POST /admin/add-ids": adminAction(({ productId }) => ({ productId, ids: `new-${randomUUID()}` })),
  "GET /admin/id-check": { answers: [302, 302, 302, 302, 302, 302] },
  "POST /admin/id-check": adminAction(({ productId }) => ({ productId, ids: "zq7qz7-admin" })),
  "GET /admin/batches": adminsPage,
  "GET /admin/batches/new": adminsPage,
  "POST /admin/batches/new": adminAction(({ productId }) => ({ productId, ids: `new-${randomUUID()}` }), 202),
  "GET /admin/batches/:batchId": { ...adminsPage, about: ofDraft },
  "GET /admin/batches/:batchId/addition": adminsPage,
  "POST /admin/batches/:batchId/addition": { ...adminAction(() => ({ new: "on" })), about: ofDraft },
  "GET /admin/batches/:batchId/reversal": adminsPage,
  "POST /admin/batches/:batchId/reversal": adminAction(),
  "GET /admin/batches/:batchId/details": adminsPage,
  "POST /admin/batches/:batchId/details": adminAction(() => ({ source: "zq7qz7-admin", cost: "1" })),
  "GET /admin/products": adminsPage,
  "GET /admin/products/samples/removal": adminsPage,
  "POST /admin/products/samples/removal": adminAction(),
  "GET /admin/products/new": adminsPage,
  "POST /admin/products/new": adminAction(aProduct),
  "GET /admin/products/new/description-preview": adminsPage,
  "POST /admin/products/new/description-preview": adminAction(aProduct),
  "GET /admin/products/:productId/edit": adminsPage,
  "POST /admin/products/:productId/edit": adminAction(aProduct),
  "GET /admin/products/:productId/description-preview": adminsPage,
  "POST /admin/products/:productId/description-preview": adminAction(aProduct),
  "GET /admin/products/:productId/ids": adminsPage,
  "GET /admin/products/:productId/deletion": adminsPage,
  "POST /admin/products/:productId/deletion": { ...adminAction(), about: ofSpare },
  "GET /admin/products/:productId/visibility": adminsPage,
  "POST /admin/products/:productId/visibility": adminAction(() => ({ visible: "no" })),
  "GET /admin/products/:productId/restoration": adminsPage,
  "POST /admin/products/:productId/restoration": { ...adminAction(), about: ({ deletedId }) => ({ productId: deletedId }) },
  "GET /admin/products/:productId/ids/deletion": adminsPage,
  "POST /admin/products/:productId/ids/deletion": adminAction(({ unitId }) => ({ which: "chosen", unitId, expected: "1" })),
  "GET /admin/products/:productId/ids.txt": adminsFile,
  "GET /admin": adminsPage,
  "GET /admin/waiting": adminsFile,
  "GET /admin/search": adminsPage,
  "POST /admin/search": adminAction(() => ({ words: "no such order" })),
  "GET /admin/checklist/dismissal": adminsPage,
  "POST /admin/checklist/dismissal": adminAction(() => ({}), 202),
  "GET /admin/import-old-shop": adminsPage,
  "GET /admin/import-old-shop/files": adminsPage,
  "POST /admin/import-old-shop/files": adminAction(() => ({ hashConfig: new File(["{}"], "config.json") })),
  "GET /admin/import-old-shop/files/removal": adminsPage,
  "POST /admin/import-old-shop/files/removal": adminAction(),
  "GET /admin/import-old-shop/upload": { answers: [302, 302, 302, 302, 302, 302] },
  "POST /admin/import-old-shop/upload": adminAction(() => ({}), 422),
  "GET /admin/import-old-shop/runs": adminsPage,
  "POST /admin/import-old-shop/runs": adminAction(() => ({ what: "preview" }), 422),
  "GET /admin/import-old-shop/runs/:runId/stopping": { ...adminsPage, about: () => ({ runId: "none" }) },
  "POST /admin/import-old-shop/runs/:runId/stopping": { ...adminAction(() => ({}), 404), about: () => ({ runId: "none" }) },
  "GET /admin/import-old-shop/runs/:runId/report/:format": {
    answers: [302, 302, 302, 302, 302, 404],
    about: () => ({ runId: "none", format: "json" }),
  },
  "GET /admin/settings/:section?": { ...adminsPage, about: ofEmails },
  "POST /admin/settings/:section?": { ...adminAction(), about: ofEmails },
  "GET /admin/orders/:requestCode/payment-request": adminsPage,
  "POST /admin/orders/:requestCode/payment-request": adminAction(() => ({}), 409),
  "GET /admin/statements": adminsPage,
  "POST /admin/statements": adminAction(() => ({ bank: "hdfc", file: new File(["no statement"], "nov.csv") }), 422),
  "GET /admin/statements/:statementId": { answers: [202, 202, 202, 202, 202, 404] },
  "GET /admin/statements/:statementId/confirmation": { answers: [202, 202, 202, 202, 202, 404] },
  "POST /admin/statements/:statementId/confirmation": adminAction(() => ({}), 404),
  "GET /admin/money": adminsPage,
  "GET /admin/money/recording": adminsPage,
  "POST /admin/money/recording": adminAction(({ requestCode }) => ({ requestCode, utr: aUtr(), amount: "499" })),
  "GET /admin/money/:paymentId/match": adminsPage,
  "POST /admin/money/:paymentId/match": adminAction(({ requestCode }) => ({ requestCode })),
  "GET /admin/money/:paymentId/refund": adminsPage,
  "POST /admin/money/:paymentId/refund": adminAction(() => ({ reference: "NEFT 1" })),
  "GET /admin/money/:paymentId/ignoring": adminsPage,
  "POST /admin/money/:paymentId/ignoring": adminAction(() => ({ reason: "mine" })),
  "GET /admin/payment-methods": adminsPage,
  "GET /order-status/:requestCode/payment-attempts": everybody(),
  "POST /order-status/:requestCode/payment-attempts": { answers: [403, 403, 409, 403, 403, 403] },
  "GET /order-status/:requestCode/paid": everybody(303),
  "GET /admin/payment-methods/upi": adminsPage,
  "GET /admin/payment-methods/upi/test.png": { answers: [302, 302, 302, 302, 302, 404] },
  "GET /admin/payment-methods/:name": { ...adminsPage, about: ofProvider },
  "POST /admin/payment-methods/:name": { ...adminAction(() => ({ keyId: "rzp_test_1DP5mmOlF5G5ag" }), 422), about: ofProvider },
  "GET /admin/payment-methods/:name/test": { ...adminsPage, about: ofProvider },
  // There are no keys to test yet.
  "POST /admin/payment-methods/:name/test": { ...adminAction(undefined, 422), about: ofProvider },
  "POST /admin/payment-methods/upi": adminAction(() => ({ vpa: "trackside@okbank", payeeName: "Track Side" }), 422),
  "GET /admin/messages": adminsPage,
  "GET /admin/messages/:messageId/handling": adminsPage,
  "POST /admin/messages/:messageId/handling": adminAction(() => ({ handled: "true" })),
  "GET /admin/messages/:messageId/deletion": adminsPage,
  "POST /admin/messages/:messageId/deletion": adminAction(),
  "GET /admin/customers": adminsPage,
  "GET /admin/customers/:userId/disabling": adminsPage,
  "POST /admin/customers/:userId/disabling": adminAction(),
  "GET /admin/customers/:userId/enabling": adminsPage,
  "POST /admin/customers/:userId/enabling": adminAction(),
  "GET /admin/customers/:userId/promotion": adminsPage,
  "POST /admin/customers/:userId/promotion": adminAction(() => ({}), 409),
  "GET /admin/customers/:userId/demotion": adminsPage,
  "POST /admin/customers/:userId/demotion": { ...adminAction(), about: ({ adminId }) => ({ userId: adminId }) },
  "GET /admin/settings/notifications": adminsPage,
  "GET /admin/settings/notifications/addition": adminsPage,
  "POST /admin/settings/notifications": adminAction(() => ({ ownerEmail: "" })),
  "POST /admin/settings/notifications/addition": adminAction(() => ({ url: "https://hook.example/", events: "order.placed" }), 422),
  "GET /admin/settings/notifications/chat": adminsPage,
  "POST /admin/settings/notifications/chat": adminAction(
    () => ({ token: `1:${"a".repeat(35)}`, chatId: "1", events: "order.placed" }),
    422,
  ),
  "GET /admin/settings/notifications/:subscriptionId/change": adminsPage,
  "POST /admin/settings/notifications/:subscriptionId/change": adminAction(() => ({ events: "order.placed" })),
  "GET /admin/settings/notifications/:subscriptionId/secret": adminsPage,
  "POST /admin/settings/notifications/:subscriptionId/secret": adminAction(undefined, 422),
  "GET /admin/settings/notifications/:subscriptionId/test": adminsPage,
  "POST /admin/settings/notifications/:subscriptionId/test": adminAction(),
  "GET /admin/settings/notifications/:subscriptionId/removal": adminsPage,
  "POST /admin/settings/notifications/:subscriptionId/removal": adminAction(),
  "GET /admin/settings/notifications/deliveries/:deliveryId/sending": adminsPage,
  "POST /admin/settings/notifications/deliveries/:deliveryId/sending": adminAction(),
  "GET /admin/push-devices": adminsPage,
  "POST /admin/push-devices": adminAction(() => aPushForm()),
  "GET /admin/push-devices/renewal": adminsFile,
  "POST /admin/push-devices/renewal": adminAction(() => aPushForm()),
  "GET /admin/push-devices/:deviceId/removal": adminsPage,
  "POST /admin/push-devices/:deviceId/removal": { ...adminAction(undefined, 404), about: aDeviceOfAnother },
  "GET /admin/push-devices/:deviceId/test": adminsPage,
  "POST /admin/push-devices/:deviceId/test": { ...adminAction(undefined, 404), about: aDeviceOfAnother },
  "GET /admin/emails": adminsPage,
  "GET /admin/emails/:emailId/showing": adminsPage,
  "POST /admin/emails/:emailId/showing": adminAction(),
  "GET /admin/emails/:emailId/sending": adminsPage,
  "POST /admin/emails/:emailId/sending": adminAction(undefined, 409),
  "GET /admin/export": adminsPage,
  "GET /admin/export/:file": { ...adminsFile, about: () => ({ file: "ids.csv" }) },
  "GET /admin/accounts.csv": { ...adminsFile, answers: [302, 302, 302, 302, 302, 422] },
  "GET /admin/backup": adminsPage,
  "POST /admin/backup": adminAction(
    () => ({ passphrase: "a long passphrase", passphraseAgain: "a long passphrase", currentPassword: "not the password" }),
    422,
  ),
  "GET /admin/backup/file": { ...adminsFile, answers: [302, 302, 302, 302, 302, 409] },
  "GET /admin/restored": adminsPage,
  "GET /admin/restored/withdrawal": adminsPage,
  "POST /admin/restored/withdrawal": adminAction(() => ({ ids: "zq7qz7-admin" }), 409),
  "GET /admin/restored/settlement": adminsPage,
  "POST /admin/restored/settlement": adminAction(() => ({ missingOrders: "0" }), 409),
  "GET /admin/api-keys": adminsPage,
  "POST /admin/api-keys": adminAction(() => ({ name: "Till", scopes: "read-orders", currentPassword: "not the password" }), 422),
  "GET /admin/api-keys/:keyId/revocation": adminsPage,
  "POST /admin/api-keys/:keyId/revocation": adminAction(),
  "GET /admin/activity": adminsPage,
  "GET /admin/products/:productId/instructions": { ...adminsPage, about: ofSpare },
  "GET /admin/products/:productId/instructions/:language": { ...adminsPage, about: ofSpareInEnglish },
  "POST /admin/products/:productId/instructions/:language": { ...adminAction(() => ({ html: "<p>Log in.</p>" })), about: ofSpareInEnglish },
  "GET /admin/pages": adminsPage,
  "GET /admin/pages/:slug": { ...adminsPage, about: ofTerms },
  "GET /admin/pages/:slug/:language": { ...adminsPage, about: ofTerms },
  "POST /admin/pages/:slug/:language": { ...adminAction(() => ({ title: "Terms", html: "<p>Pay first.</p>" })), about: ofTerms },
  "GET /admin/second-factor": adminsPage,
  "GET /admin/second-factor/key": adminsPage,
  "POST /admin/second-factor/key": adminAction(() => ({ currentPassword: "not the password" }), 422),
  "GET /admin/second-factor/confirmation": adminsPage,
  "POST /admin/second-factor/confirmation": adminAction(() => ({ code: "000000" }), 409),
  "GET /admin/second-factor/recovery-codes": adminsPage,
  "POST /admin/second-factor/recovery-codes": adminAction(({ recoveryCode }) => ({ code: recoveryCode }), 422),
  "GET /admin/second-factor/removal": adminsPage,
  "POST /admin/second-factor/removal": adminAction(
    ({ recoveryCode }) => ({ currentPassword: "not the password", code: recoveryCode }),
    422,
  ),
  "GET /admin/orders/approvals": adminsPage,
  "POST /admin/orders/approvals": adminAction(({ guestCode }) => ({ codes: guestCode })),
  "GET /admin/orders/rejections": adminsPage,
  "POST /admin/orders/rejections": adminAction(({ guestCode }) => ({ codes: guestCode, reason: "Not paid" })),
  "GET /admin/orders/payments": adminsPage,
  "POST /admin/orders/payments": adminAction(({ guestCode }) => ({ codes: guestCode })),
  "GET /admin/orders/matching": adminsFile,
  "GET /admin/orders": adminsPage,
  "GET /admin/orders/processed": adminsPage,
  "GET /admin/orders/:requestCode": adminsPage,
  "GET /admin/orders/:requestCode/payment": adminsPage,
  "POST /admin/orders/:requestCode/payment": adminAction(() => ({ state: "paid" })),
  "GET /admin/orders/:requestCode/replacement": adminsPage,
  "POST /admin/orders/:requestCode/replacement": { ...adminAction(({ deliveredId }) => ({ faulty: deliveredId })), about: ofApproved },
  "GET /admin/orders/:requestCode/new-private-link": adminsPage,
  "POST /admin/orders/:requestCode/new-private-link": adminAction(),
  "GET /admin/orders/:requestCode/private-link": adminsPage,
  "POST /admin/orders/:requestCode/private-link": { ...adminAction(), about: ofGuests },
  "GET /admin/orders/:requestCode/approval": adminsPage,
  "POST /admin/orders/:requestCode/approval": adminAction(() => ({ ids: `typed-${randomUUID()}`, confirmed: "on", idsConfirmed: "on" })),
  "GET /admin/orders/:requestCode/rejection": adminsPage,
  "POST /admin/orders/:requestCode/rejection": adminAction(() => ({ reason: "no" })),
  "GET /admin/orders/:requestCode/proof-check": adminsPage,
  "POST /admin/orders/:requestCode/proof-check": adminAction(() => ({ verified: "true" })),
  "GET /admin/orders/:requestCode/proof": adminsFile,

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
  "GET /api/account/orders": { answers: [401, 401, 200, 200, 401, 200] },
  "GET /api/account/orders/events": { answers: [401, 401, 200, 200, 401, 200] },
  "GET /api/admin/orders": adminsCall(),
  "GET /api/admin/orders/events": adminsCall(),
  "POST /api/admin/orders/:requestCode/approval": adminsCall(() => ({
    ids: [`typed-${randomUUID()}`],
    confirmed: true,
    idsConfirmed: true,
  })),
  "POST /api/admin/orders/:requestCode/rejection": adminsCall(() => ({ reason: "no" })),
  "POST /api/admin/orders/:requestCode/proof-check": adminsCall(() => ({ verified: true })),
  "POST /api/admin/orders/:requestCode/payment": adminsCall(() => ({ state: "paid" })),
  "POST /api/admin/orders/:requestCode/replacement": { ...adminsCall(({ deliveredId }) => ({ faulty: deliveredId })), about: ofApproved },
  "GET /api/admin/orders/:requestCode/proof": adminsCall(),
  "GET /api/admin/payments": adminsCall(),
  "POST /api/admin/payments": adminsCall(({ requestCode }) => ({ requestCode, utr: aUtr(), amount: 499 })),
  "POST /api/admin/payments/:id/match": { ...adminsCall(({ requestCode }) => ({ requestCode })), about: ofPayment },
  "POST /api/admin/payments/:id/refund": { ...adminsCall(() => ({ reference: "NEFT 1" })), about: ofPayment },
  "POST /api/admin/payments/:id/ignore": { ...adminsCall(() => ({ reason: "mine" })), about: ofPayment },
  "POST /api/admin/products": adminsCall(aProduct, 201),
  "PUT /api/admin/products/:id": { ...adminsCall(aProduct), about: ofSpare },
  "DELETE /api/admin/products/:id": { ...adminsCall(), about: ofSpare },
  "GET /api/admin/products/:id/instructions": { ...adminsCall(), about: ofSpare },
  "PUT /api/admin/products/:id/instructions": { ...adminsCall(() => ({ html: "<p>Log in.</p>" })), about: ofSpare },
  "POST /api/admin/id-check": adminsCall(({ productId }) => ({ productId, ids: "zq7qz7-admin" })),
  "GET /api/admin/products/:id/ids": { ...adminsCall(), about: ofSpare },
  "POST /api/admin/products/:id/ids": { ...adminsCall(() => ({ ids: `new-${randomUUID()}` })), about: ofSpare },
  "GET /api/admin/deliveries/events": adminsCall(),
  "POST /api/orders/:requestCode/utr": { answers: [403, 403, 409, 403, 403, 403], sends: () => ({ utr: "632912345678" }) },
  "POST /api/admin/orders/:requestCode/payment-request": adminsCall(() => ({}), 409),
  "POST /api/admin/statements": adminsCall(() => ({ bank: "hdfc", file: "no statement" }), 422),
  "GET /api/admin/statements/:statementId": adminsCall(undefined, 404),
  "POST /api/admin/statements/:statementId/confirmation": adminsCall(() => ({}), 404),
  "POST /api/orders/:requestCode/payment-attempts": { answers: [403, 403, 409, 403, 403, 403] },
  "GET /api/admin/payment-methods": adminsCall(),
  "PUT /api/admin/payment-methods/:name": {
    ...adminsCall(() => ({ isOn: false, keyId: "rzp_test_1DP5mmOlF5G5ag" }), 422),
    about: ofProvider,
  },
  // Only the provider can sign an event.
  "POST /api/payments/:provider/events": { ...everybody(401), about: ofProvider },
  "PUT /api/admin/payment-methods/upi": adminsCall(() => ({ isOn: false, vpa: "trackside@okbank", payeeName: "Track Side" }), 422),
  "GET /api/admin/pages/:slug": { ...adminsCall(), about: ofTerms },
  "PUT /api/admin/pages/:slug": {
    ...adminsCall(() => ({ title: "Terms", html: "<p>Pay first.</p>", isPublished: false })),
    about: ofTerms,
  },
  "GET /api/admin/settings": adminsCall(),
  "PUT /api/admin/settings": adminsCall(() => ({
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
