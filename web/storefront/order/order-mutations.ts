/** The ids of the routes that the forms of an order's page post to; their scripts are preloaded. [S8.4] */
export const mutations = [
  "order-cancellation",
  "messages/order-messages",
  "claims/claim-withdrawal",
  "proofs/order-proof",
  "payment/upi/order-utr",
  "payment/attempts/order-payment-attempts",
  "access/order-private-link",
  "access/order-adoption",
  "access/order-views",
  "access/order-view-ending",
].map((route) => `storefront/order/${route}`);
