import { createRequire } from "node:module";

/** Stripe's official package, as far as tests use it. */
type StripePackage = {
  new (
    key: string,
    options: { host: string; port: string; protocol: "http"; maxNetworkRetries: number },
  ): {
    checkout: {
      sessions: {
        create(form: object, options?: { idempotencyKey: string }): Promise<StripeSession>;
        retrieve(id: string, form?: { expand: string[] }): Promise<StripeSession>;
        expire(id: string): Promise<StripeSession>;
        list(form: { limit: number }): Promise<{ data: StripeSession[] }>;
      };
    };
    refunds: { create(form: object): Promise<{ id: string; status: string; amount: number }> };
    webhooks: {
      constructEvent(body: string, header: string, secret: string, tolerance?: number, crypto?: undefined, at?: number): { type: string };
      generateTestHeaderString(given: { payload: string; secret: string; timestamp?: number }): string;
    };
  };
};
type StripeSession = {
  id: string;
  url: string | null;
  status: string;
  payment_status: string;
  payment_intent: string | { amount_received: number } | null;
};

/** Razorpay's official package, as far as tests use it. */
type RazorpayPackage = {
  new (keys: {
    key_id: string;
    key_secret: string;
  }): {
    api: { rq: { defaults: { baseURL?: string } } };
    paymentLink: {
      create(form: object): Promise<RazorpayLink>;
      fetch(id: string): Promise<RazorpayLink>;
      cancel(id: string): Promise<RazorpayLink>;
      all(query: { reference_id: string }): Promise<{ payment_links: RazorpayLink[] }>;
    };
    payments: { fetch(id: string): Promise<{ amount: number; status: string }> };
  };
  validateWebhookSignature(body: string, signature: string, secret: string): boolean;
};
type RazorpayLink = { id: string; short_url: string; status: string; payments: { payment_id: string }[] | null };
type RazorpayUtils = { validatePaymentVerification(parts: object, signature: string, secret: string): boolean };

const load = createRequire(import.meta.url);

/** The providers' official packages. They check our signatures and our fakes. */
export const Stripe = load("stripe") as StripePackage;
export const Razorpay = load("razorpay") as RazorpayPackage;
export const razorpayUtils = load("razorpay/dist/utils/razorpay-utils") as RazorpayUtils;
