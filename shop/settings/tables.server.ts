import { boolean, integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import type { Translations } from "../translations.ts";
import type { QuestionPreset } from "./question-presets.ts";
import type { RejectionReason } from "./rejection-reasons.ts";
import type { SettingsText } from "./setting-kinds.ts";
import { each } from "./settings-list.ts";
import { testimonialKinds } from "./testimonials.ts";

/** The owner's settings; a single row. */
export const shopSettings = pgTable("shop_settings", {
  onlyRow: boolean("only_row").primaryKey().default(true),
  ...each(["limit", "hours", "days", "year", "rate"], (name) => integer(columnOf(name)).notNull()),
  ...each(["tick"], (name) => boolean(columnOf(name)).notNull()),
  ...each(["line", "lines", "hsnCode", "timeZone", "language", "testimonials", "landingSections"], (name) =>
    text(columnOf(name)).notNull(),
  ),
  ...each(["email", "link", "gstin", "picture", "colour"], (name) => text(columnOf(name))),
  adminCurrency: text("admin_currency", { enum: ["₹", "$"] }).notNull(),
  testimonialsShown: text("testimonials_shown", { enum: testimonialKinds }).notNull(),
  translations: jsonb("translations").$type<Translations<SettingsText>>().notNull(),
  rejectionReasons: jsonb("rejection_reasons").$type<RejectionReason[]>(),
  questionPresets: jsonb("question_presets").$type<QuestionPreset[]>(),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull(),
});

function columnOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
