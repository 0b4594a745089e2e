import type { WorkingMail } from "#platform/mail/mail.ts";

/** Mail that is set up and sends at once, for tests that only look at the queue. */
export const workingMail: WorkingMail = { isOn: true, origin: "https://shop.example", connections: 5, send: async () => ({ ok: true }) };
