import { createHash } from "node:crypto";
import { withoutEmpty } from "../translations.ts";
import type { SettingsSection } from "./setting-kinds.ts";
import { settingsOfSection, translationsIn } from "./settings-sections.ts";
import type { ShopSettings } from "./shop-settings.ts";

/**
 * A short print of a section's settings, by which its form knows that they changed after
 * it was shown.
 */
export function sectionPrint(settings: ShopSettings, section: SettingsSection): string {
  const values = settingsOfSection(section).map((name) => settings[name]);
  const translations = withoutEmpty(translationsIn(settings.translations, section));
  return createHash("sha256")
    .update(JSON.stringify([values, translations]))
    .digest("base64url");
}
