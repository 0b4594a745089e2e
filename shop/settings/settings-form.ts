import { z } from "zod";
import {
  BLURB_MAX_LENGTH,
  EMAIL_MAX_LENGTH,
  HOW_TO_PAY_MAX_LENGTH,
  LIMIT_MAX,
  LINK_MAX_LENGTH,
  SHOP_NAME_MAX_LENGTH,
  SINCE_YEAR_MIN,
} from "../constants.ts";
import type { ShopSettings } from "./shop-settings.ts";
import { timeZones } from "./time-zones.ts";

/** Text that may be left out: what is empty or blank is null. */
const optionalText = (max: number) =>
  z
    .string()
    .max(max)
    .nullish()
    .transform((text) => text?.trim() || null);

const email = optionalText(EMAIL_MAX_LENGTH).pipe(z.email("emailInvalid").nullable());

/** An address of http or https, as it is written in full; empty: not set, and then not shown. [S1.8] */
const link = optionalText(LINK_MAX_LENGTH)
  .refine((text) => text === null || (/^https?:\/\//i.test(text) && URL.canParse(text)), "linkInvalid")
  .transform((text) => text && new URL(text).href);

/** A box that a form ticks, or a boolean; one that is not there is not ticked. */
const ticked = z
  .union([z.boolean(), z.enum(["", "on", "true", "false"])])
  .nullish()
  .transform((value) => value === true || value === "on" || value === "true");

const year = z
  .union([z.number(), z.string()], "sinceYearInvalid")
  .transform((value) => (typeof value === "number" || /^\s*\d{4}\s*$/.test(value) ? Number(value) : Number.NaN))
  .pipe(z.int("sinceYearInvalid").min(SINCE_YEAR_MIN, "sinceYearInvalid"));

/** A number of a limit; one that is not there stays as it is set. */
const limit = z
  .union([z.number(), z.string()], "limitInvalid")
  .transform((value) => (typeof value === "number" || /^\s*\d{1,7}\s*$/.test(value) ? Number(value) : Number.NaN))
  .pipe(z.int("limitInvalid").min(0, "limitInvalid").max(LIMIT_MAX, "limitInvalid"))
  .optional();

/** A number of days; empty is 0: never. One that is not there stays as it is set. */
const days = z
  .union([z.number(), z.string()], "limitInvalid")
  .transform((value) => (typeof value === "number" || /^\s*\d{0,7}\s*$/.test(value) ? Number(value) : Number.NaN))
  .pipe(z.int("limitInvalid").min(0, "limitInvalid").max(LIMIT_MAX, "limitInvalid"))
  .optional();

const lines = (max: number) =>
  z
    .string()
    .max(max)
    .transform((text) => text.replace(/\r\n?/g, "\n").trim());

/** All that the owner sets, as one form sends it; a limit may be left out. [S1.3] [S1.4] [S1.5] [S1.8] [S9.3] */
export const SettingsForm = z
  .object({
    name: z.string().trim().min(1, "nameRequired").max(SHOP_NAME_MAX_LENGTH),
    blurb: lines(BLURB_MAX_LENGTH),
    sinceYear: year,
    supportEmail: email,
    chatUrl: link,
    messagingUrl: link,
    idCheckerUrl: link,
    adminCurrency: z.enum(["₹", "$"]),
    takesRequest: ticked,
    takesAmazon: ticked,
    howToPay: lines(HOW_TO_PAY_MAX_LENGTH),
    timeZone: z.string().refine((name) => timeZones().includes(name), "timeZoneInvalid"),
    mailsIds: ticked,
    mailsNewOrders: ticked,
    ownerEmail: email,
    pendingOrdersMax: limit,
    heldIdsMax: limit,
    guestOrderHours: limit,
    lookUpsMax: limit,
    ordersMax: limit,
    signInsMax: limit,
    signUpsMax: limit,
    resetsMax: limit,
    contactMessagesMax: limit,
    uploadsMax: limit,
    eventStreamsMax: limit,
    eraseProofsDays: days,
    eraseCodesDays: days,
    eraseIdsDays: days,
    requiresSecondFactor: ticked,
  } satisfies Record<keyof Omit<ShopSettings, "changedAt">, z.ZodType>)
  .refine((form) => form.takesRequest || form.takesAmazon, { error: "paymentMethodNeeded", path: ["takesRequest"] });
export type SettingsForm = z.output<typeof SettingsForm>;
