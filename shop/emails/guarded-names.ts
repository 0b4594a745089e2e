import type { KeyIn } from "#messages/texts.ts";
import type { GuardedChange } from "./guarded-change.ts";

/** What emails and Activity call each guarded value. */
export const guardedNames = {
  vpa: "guardedVpa",
  payeeName: "guardedPayeeName",
  keyId: "guardedKeyId",
  keySecret: "guardedKeySecret",
  secretKey: "guardedSecretKey",
  webhookSecret: "guardedWebhookSecret",
  howToPay: "guardedHowToPay",
  webhookAddress: "guardedWebhookAddress",
  webhookSigningSecret: "guardedSigningSecret",
  chat: "guardedChat",
  botToken: "guardedBotToken",
} as const satisfies Record<GuardedChange["what"], KeyIn<"emails">>;
