import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { withOwnPassword } from "#shop/accounts/passwords/with-own-password.server.ts";
import { confirmationFields, withoutConfirmation } from "#shop/form-fields.ts";
import { changeSettings } from "#shop/settings/change-settings.server.ts";
import { askedKinds } from "#shop/settings/question-presets.ts";
import type { SettingKind } from "#shop/settings/setting-kinds.ts";
import { readAllSettings, readSettings } from "#shop/settings/settings.server.ts";
import { SettingsForm } from "#shop/settings/settings-form.ts";
import { each, meaningOf, type PublicName, publicNames, type SettingName } from "#shop/settings/settings-list.ts";
import { publicSettings, type ShopSettings } from "#shop/settings/shop-settings.ts";
import { testimonialKinds } from "#shop/settings/testimonials.ts";
import { answers, refusals, say, takes } from "../answers.ts";
import type { ApiEnv } from "../api-env.ts";
import { failsWith } from "../failure.ts";
import { readJson } from "../gates/read-body.ts";
import { anybody, signedIn } from "../gates/security.ts";

const text = z.string();
const textsInAll = { name: text.optional(), blurb: text.optional() };

/** The schema of each setting in an answer, with its meaning. */
const fields = {
  ...described(["limit", "hours", "days", "year", "rate"], () => z.int()),
  ...described(["tick"], () => z.boolean()),
  ...described(["line", "lines", "hsnCode", "timeZone", "language", "testimonials", "landingSections"], () => z.string()),
  ...described(["email", "link", "gstin", "picture", "colour"], () => z.string().nullable()),
  ...described(["currency"], () => z.enum(["₹", "$"])),
  ...described(["testimonialKind"], () => z.enum(testimonialKinds)),
  ...described(["reasons"], () => z.array(z.record(z.string(), z.string())).nullable()),
  ...described(["presets"], () => z.array(z.object({ asks: z.enum(askedKinds), text: z.record(z.string(), z.string()) })).nullable()),
  ...described(["translations"], () => z.record(z.string(), z.object({ ...textsInAll, howToPay: text.optional() }))),
} satisfies Record<SettingName, z.ZodType>;

function described<K extends SettingKind, S extends z.ZodType>(kinds: readonly K[], schema: () => S) {
  return each(kinds, (name) => schema().openapi({ description: meaningOf(name) }) as S);
}

const PublicSettingsJson = z
  .object({
    ...(Object.fromEntries(publicNames.map((name) => [name, fields[name]])) as Pick<typeof fields, PublicName>),
    textLanguage: fields.textLanguage,
    translations: z.record(z.string(), z.object(textsInAll)).openapi({ description: meaningOf("translations") }),
    takesUpi: z.boolean().openapi({ description: "Whether buyers may pay by UPI, which has its own call." }),
    takesRazorpay: z.boolean().openapi({ description: "Whether buyers may pay by Razorpay, which has its own call." }),
    takesStripe: z.boolean().openapi({ description: "Whether buyers may pay by Stripe, which has its own call." }),
    changedAt: z.string().openapi({ description: "When they were last changed, ISO 8601." }),
  })
  .openapi("PublicSettings");

const SettingsJson = PublicSettingsJson.extend(fields).openapi("Settings");

/**
 * The page's form, except that all switches are required, so that omitting one does not turn it
 * off. An omitted limit stays unchanged.
 */
const SettingsBody = SettingsForm.safeExtend({
  ...each(["tick"], () => z.boolean()),
  alertsDeliver: z.boolean().optional(),
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

  api.openapi(all, async (c) => c.json(timed(await readAllSettings(c.var.services, c.var.visitor)), 200));

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
