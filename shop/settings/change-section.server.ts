import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import type { QueueNeeds } from "#shop/emails/queue-email.server.ts";
import type { Confirmation } from "../form-fields.ts";
import { type Translations, withoutEmpty } from "../translations.ts";
import { type Changed, changeSome } from "./change-settings.server.ts";
import { sectionPrint } from "./section-print.server.ts";
import type { SettingsSection, SettingsText } from "./setting-kinds.ts";
import type { SectionForm, SettingsForm } from "./settings-form.ts";
import { textsOfSection, translationsIn } from "./settings-sections.ts";
import type { ShopSettings } from "./shop-settings.ts";

/**
 * Changes the settings of one section and no others, so that two admins in two sections both win.
 * Refuses like `changeSettings`, and `settingsChangedMeanwhile` if the section changed since it had
 * the print `form.seen`; without it the last admin to save wins. `stored` are the paths of pictures
 * that were just uploaded. [S1.8] [S11.2]
 */
export async function changeSection(
  services: QueueNeeds & Pick<Services, "db" | "settings">,
  actor: Actor,
  section: SettingsSection,
  { seen, ...form }: Omit<SectionForm, keyof Confirmation>,
  stored: readonly string[] = [],
): Promise<Changed> {
  return changeSome(services, actor, form, {
    after: (before) => changeOf(before, section, form),
    isSeen: (before) => !seen || seen === sectionPrint(before, section),
    stored,
  });
}

/** The section's fields, with its texts among those of the other sections. */
function changeOf(
  before: ShopSettings,
  section: SettingsSection,
  { textLanguage = before.textLanguage, translations = {}, ...fields }: Partial<SettingsForm>,
): Partial<SettingsForm> {
  const texts = textsOfSection(section);
  if (texts.length === 0) return fields;
  const main = Object.fromEntries(texts.map((text) => [text, fields[text] ?? ""]));
  const given: Translations<SettingsText> = { ...translationsIn(translations, section), [textLanguage]: main };
  const { [before.textLanguage]: inMain = {}, ...own } = given;
  const rest = translationsIn(before.translations, section, true);
  const languages = new Set([...Object.keys(rest), ...Object.keys(own)]);
  const all = [...languages].map((language) => [language, { ...rest[language], ...own[language] }] as const);
  // A text may be missing in the main language if the form was made while that was another one;
  // the name stays.
  const columns = texts.map((text) => [text, inMain[text] || (text === "name" ? before.name : "")]);
  return { ...fields, ...Object.fromEntries(columns), translations: withoutEmpty(Object.fromEntries(all)) };
}
