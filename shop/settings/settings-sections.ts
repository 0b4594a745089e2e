import type { Translations } from "../translations.ts";
import { type SettingsSection, type SettingsText, type ShownSection, settingsTexts, shownSections } from "./setting-kinds.ts";
import { type SettingName, settingNames, settings } from "./settings-list.ts";

/** Whether a text is the name of a section with a page in the settings. */
export function isShownSection(name: string | undefined): name is ShownSection {
  return (shownSections as readonly (string | undefined)[]).includes(name);
}

/** The settings of a section. A setting is in one section. [S1.8] */
export function settingsOfSection(section: SettingsSection): SettingName[] {
  return settingNames.filter((name) => settings[name].section === section);
}

/** The texts of a section that are in several languages. [S11.2] */
export function textsOfSection(section: SettingsSection): SettingsText[] {
  return settingsTexts.filter((text) => settings[text].section === section);
}

/** The section's part of translations, or with `isRest` everything but that. */
export function translationsIn(
  translations: Translations<SettingsText>,
  section: SettingsSection,
  isRest = false,
): Translations<SettingsText> {
  const own: readonly string[] = textsOfSection(section);
  return Object.fromEntries(
    Object.entries(translations).map(([language, texts]) => [
      language,
      Object.fromEntries(Object.entries(texts).filter(([field]) => own.includes(field) !== isRest)),
    ]),
  );
}
