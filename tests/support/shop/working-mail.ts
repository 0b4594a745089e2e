import type { WorkingMail } from "#platform/mail/mail.ts";

/** Mail that is set up and sends at once, for tests that only look at the queue. */
export const workingMail: WorkingMail = { isOn: true, origin: "https://shop.example", send: async () => ({ ok: true }) };
