import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { withOwnPassword } from "#shop/accounts/passwords/with-own-password.server.ts";
import { confirmationFields, withoutConfirmation } from "#shop/form-fields.ts";
import { changeSettings } from "#shop/settings/change-settings.server.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { SettingsForm } from "#shop/settings/settings-form.ts";
import { publicSettings, type ShopSettings } from "#shop/settings/shop-settings.ts";
import { testimonialKinds } from "#shop/settings/testimonials.ts";
import { answers, refusals, say, takes } from "../answers.ts";
import type { ApiEnv } from "../api-env.ts";
import { failsWith } from "../failure.ts";
import { readJson } from "../gates/read-body.ts";
import { anybody, signedIn } from "../gates/security.ts";

const link = z.string().nullable().openapi({ description: "http or https. Null: not set and not shown." });

const limit = (description: string) => z.int().openapi({ description: `${description} 0: no limit.` });

const days = (what: string) =>
  z.int().openapi({ description: `After how many days the ${what} of an order that was handled is erased. 0: never.` });

const text = z.string().optional();
const translations = <S extends z.ZodRawShape>(texts: S) =>
  z
    .record(z.string(), z.object(texts))
    .openapi({ description: "These texts in other languages, by language. A missing text falls back to another language." });

const PublicSettingsJson = z
  .object({
    name: z.string(),
    blurb: z.string(),
    sinceYear: z.int(),
    supportEmail: z.string().nullable(),
    chatUrl: link,
    messagingUrl: link,
    idCheckerUrl: link,
    takesRequest: z.boolean().openapi({ description: "Whether buyers may choose `Request First`." }),
    takesAmazon: z.boolean().openapi({ description: "Whether buyers may choose `Amazon Gift Card`." }),
    takesUpi: z.boolean().openapi({ description: "Whether buyers may pay by UPI, which has its own call." }),
    textLanguage: z.string().openapi({ description: "The language of name, blurb and payment instructions.", example: "en" }),
    translations: translations({ name: text, blurb: text }),
    takesRazorpay: z.boolean().openapi({ description: "Whether buyers may pay by Razorpay, which has its own call." }),
    takesStripe: z.boolean().openapi({ description: "Whether buyers may pay by Stripe, which has its own call." }),
    changedAt: z.string().openapi({ description: "When they were last changed, ISO 8601." }),
  })
  .openapi("PublicSettings");

const SettingsJson = PublicSettingsJson.extend({
  adminCurrency: z.enum(["₹", "$"]),
  howToPay: z.string(),
  translations: translations({ name: text, blurb: text, howToPay: text }),
  timeZone: z.string().openapi({ description: "An IANA name.", example: "Asia/Kolkata" }),
  language: z.string().openapi({ description: "The language for visitors and emails that ask for none.", example: "en" }),
  sellerName: z.string().openapi({ description: "The seller on receipts. Empty: the shop's name." }),
  sellerAddress: z.string(),
  gstin: z.string().nullable().openapi({ description: "With a GSTIN, receipts are tax invoices. Null: none." }),
  hsnCode: z.string().openapi({ description: "The HSN or SAC code of what is sold. May be empty." }),
  gstRate: z.int().openapi({ description: "The GST that prices include, in hundredths of a percent.", example: 1800 }),
  testimonialsShown: z.enum(testimonialKinds).openapi({ description: "What the landing page quotes." }),
  testimonials: z.string().openapi({ description: "Up to three, a line each: words | name | place.", example: "Quick. | Ravi | Pune" }),
  rejectionReasons: z
    .array(z.record(z.string(), z.string()))
    .nullable()
    .openapi({ description: "The reasons offered for a rejection, each by language. Null: the standard ones." }),
  mailsIds: z.boolean().openapi({ description: "Whether approval emails include the IDs." }),
  mailsNewOrders: z.boolean(),
  ownerEmail: z.string().nullable().openapi({ description: "Where the owner's emails go. Null: to every enabled admin." }),
  pendingOrdersMax: limit("Orders that may wait at a time for one guest and one customer."),
  heldIdsMax: limit("IDs that may be held at a time for one guest and one customer."),
  addressOrdersMax: limit("Orders that may wait at a time from one address."),
  addressIdsMax: limit("IDs that may be held at a time by orders from one address."),
  guestOrderHours: limit("After how many hours a guest's unpaid `Request First` order that still waits is cancelled by itself."),
  lookUpsMax: limit("Orders looked up in a minute by one address."),
  ordersMax: limit("Orders placed in a minute by one address."),
  signInsMax: limit("Wrong passwords in a minute for one account by one address."),
  signUpsMax: limit("Accounts opened in a minute by one address."),
  resetsMax: limit("Reset links asked for in 15 minutes by one address."),
  contactMessagesMax: limit("Messages written in 10 minutes by one address."),
  uploadsMax: limit("Pictures sent in a minute by one address."),
  eventStreamsMax: limit("Event streams open at a time to one address, in each process."),
  eraseProofsDays: days("payment proof"),
  eraseCodesDays: days("gift card code"),
  eraseIdsDays: days("IDs"),
  instantAmountMax: limit("Up to how many rupees a paid order is delivered at once."),
  instantIdsMax: limit("IDs a day that a buyer without an approved order gets at once."),
  newBuyersIdsMax: limit("IDs an hour that all buyers without an approved order together get at once."),
  latePaymentHours: z.int().openapi({ description: "For how many hours after its cancellation a payment reopens an order." }),
  paymentAskedHours: z.int().openapi({ description: "How many hours an order waits after its buyer was asked to pay." }),
  requiresSecondFactor: z.boolean().openapi({ description: "Whether every admin must use two-step login." }),
}).openapi("Settings");

/**
 * The page's form, except that all switches are required, so that omitting one does not turn it
 * off. An omitted limit stays unchanged.
 */
const SettingsBody = SettingsForm.safeExtend({
  takesRequest: z.boolean(),
  takesAmazon: z.boolean(),
  mailsIds: z.boolean(),
  mailsNewOrders: z.boolean(),
  requiresSecondFactor: z.boolean(),
  ...confirmationFields,
});

const publicOnes = createRoute({
  method: "get",
  path: "/api/settings",
  security: anybody,
  summary: "The shop's public settings",
  middleware: failsWith("failedToLoadSettings"),
  responses: { 200: answers("The settings that everybody may know.", PublicSettingsJson), ...refusals },
});

const all = createRoute({
  method: "get",
  path: "/api/admin/settings",
  security: signedIn,
  summary: "All settings of the shop",
  middleware: failsWith("failedToLoadSettings"),
  responses: { 200: answers("The settings.", SettingsJson), ...refusals },
});

const changing = createRoute({
  method: "put",
  path: "/api/admin/settings",
  security: signedIn,
  summary: "Change all settings at once",
  description:
    "Another text of how to pay needs the own password (`currentPassword`), and a code (`code`) where two-step login is on. Every admin gets an email about it.",
  middleware: failsWith("failedToSaveSettings"),
  request: { body: takes(SettingsBody) },
  responses: { 200: answers("The settings as they are now.", SettingsJson), ...refusals },
});

/**
 * The calls on the shop's settings: everybody reads the public ones, admins read and change all.
 * [S1.3] [S1.8] [S6.3]
 */
export function addSettingsCalls(api: OpenAPIHono<ApiEnv>): void {
  api.openapi(publicOnes, async (c) => c.json(timed(publicSettings(await readSettings(c.var.services))), 200));

  api.openapi(all, async (c) => c.json(timed(await readSettings(c.var.services)), 200));

  api.openapi(changing, async (c) => {
    const form = await readJson(c.req.raw, SettingsBody);
    if (!form.ok) return say(c, form);
    const { form: change, confirmation } = withoutConfirmation(form.value);
    const asking = { ...c.var, headers: c.req.raw.headers };
    const changed = await withOwnPassword(asking, confirmation, (admin) => changeSettings(c.var.services, admin, change));
    return changed.ok ? c.json(timed(changed.value), 200) : say(c, changed);
  });
}

function timed<S extends Pick<ShopSettings, "changedAt">>(settings: S) {
  return { ...settings, changedAt: settings.changedAt.toISOString() };
}
