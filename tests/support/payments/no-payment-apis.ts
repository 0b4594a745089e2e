/** Addresses of the payment providers at which nobody answers. */
export const noPaymentApis = { razorpay: "http://127.0.0.1:9", stripe: "http://127.0.0.1:9" };
