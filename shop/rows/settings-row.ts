import { z } from "zod";
import { isGstin } from "#shop/settings/gstin.ts";
import { SettingsForm } from "#shop/settings/settings-form.ts";
import { language, time, translationsOf, webAddress } from "./row-fields.ts";

const trimmed = z.string().refine((text) => text === text.trim());
/** A translation is left out rather than empty. */
const given = trimmed.min(1).optional();
const link = webAddress().nullable();

/**
 * Values that the form would trim or complete must already be so, because pages show them as they
 * are.
 */
const columns = z.looseObject({
  sellerName: trimmed,
  sellerAddress: trimmed,
  gstin: z.string().refine(isGstin).nullable(),
  hsnCode: z.string().regex(/^\d*$/),
  gstRate: z.int(),
  name: trimmed,
  supportEmail: trimmed.nullable(),
  ownerEmail: trimmed.nullable(),
  textLanguage: language,
  translations: translationsOf({ name: given, blurb: given, howToPay: given }),
  rejectionReasons: z
    .array(z.record(language, trimmed.min(1)).refine((texts) => Object.keys(texts).length > 0))
    .min(1)
    .nullable(),
  chatUrl: link,
  messagingUrl: link,
  idCheckerUrl: link,
  updatedAt: time,
});

/** The row of `settings.json`, by the rules of the settings form. [S1.3] [S9.3] */
export const SettingsRow = columns.superRefine((row, context) => {
  for (const { path } of SettingsForm.safeParse(row).error?.issues ?? []) context.addIssue({ code: "custom", path, message: "" });
});
