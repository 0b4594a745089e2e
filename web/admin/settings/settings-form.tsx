import { type ReactNode, useRef, useState } from "react";
import type { SettingsText, ShownSection } from "#shop/settings/setting-kinds.ts";
import type { ShopSettings } from "#shop/settings/shop-settings.ts";
import { besides } from "#web/parts/forms/besides.ts";
import { fieldIn, LanguageName, type OwnerLanguage, useOwnerLanguages } from "#web/parts/forms/owner-languages.tsx";
import { fieldOf } from "#web/parts/forms/refusal-alert.tsx";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { useFocusOnRefusal } from "#web/parts/forms/use-focus-on-refusal.ts";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { addressOf } from "./section-texts.ts";
import { type SettingsAnswer, seenIn, type TypedSettings } from "./settings-answer.ts";

/** What the fields of a section are made of. */
export type SettingsFields = {
  /** The props of a text field. */
  text: (name: string) => { name: string; defaultValue: string; error: string | null | undefined };
  /** The props of a checkbox. */
  tick: (name: keyof ShopSettings) => { name: string; isTicked: boolean; error: string | null | undefined };
  /** The refusal beside a field that is none of the settings. */
  errorOf: (name: string) => string | null;
  /** The languages of the owner's texts, the main one first. */
  languages: OwnerLanguage[];
  /** The name of the field for a text in a language. */
  nameIn: (language: OwnerLanguage, text: SettingsText) => string;
};

type Props = {
  section: ShownSection;
  settings: ShopSettings;
  /** The print of the section's settings. */
  seen: string;
  answered: SettingsAnswer | undefined;
  /** Whether the page has more than this form, so that its button does not stay in view. */
  isPart?: boolean;
  /** Whether the form sends pictures. */
  hasPictures?: boolean;
  children: (fields: SettingsFields) => ReactNode;
};

/**
 * The form of one section, which sends only its own settings. What was typed stays after a refusal,
 * which is shown beside its field. [S1.3] [S1.8]
 */
export function SettingsForm({ section, settings, seen, answered, isPart = false, hasPictures = false, children }: Props) {
  const texts = useTexts("adminSettings");
  const form = useRef<HTMLFormElement>(null);
  const { Form, isBusy, answer, refusal } = useAnswer(answered, () => {});
  const [seenAtFirst] = useState(seen);
  const field = fieldOf(refusal);
  useFocusOnRefusal(field && refusal, () => form.current?.querySelector<HTMLElement>(`[name="${field}"]`));

  const typed = answered?.ok === false ? answered.typed : undefined;
  const values = typed ?? asTyped(settings);
  const languages = useOwnerLanguages(values.textLanguage ?? settings.textLanguage);
  const [main] = languages;

  return (
    <Form
      ref={form}
      method="post"
      action={addressOf(section)}
      encType={hasPictures ? "multipart/form-data" : undefined}
      noValidate
      className="flex flex-col gap-4"
    >
      <input type="hidden" name="textLanguage" value={main?.code} />
      <input type="hidden" name="seen" value={seenIn(answer) ?? seenAtFirst} />
      {answered?.ok && <Alert kind="success">{answered.sentence}</Alert>}
      {children({
        text: (name) => ({ name, defaultValue: values[name] ?? "", error: besides(refusal, name) }),
        tick: (name) => ({ name, isTicked: values[name] === "on", error: besides(refusal, name) }),
        errorOf: (name) => besides(refusal, name),
        languages,
        nameIn: ({ code }, text) => fieldIn(code, main?.code ?? code, text),
      })}
      <div className={isPart ? "contents" : STAYS_IN_VIEW}>
        {refusal && !(field && hasOwnPlace(field)) && (
          <Alert kind="error">
            <p>{refusal.sentence}</p>
            {refusal.kind === "conflict" && (
              <a href={addressOf(section)} target="_blank" className="touch-link font-medium text-inherit underline" rel="noopener">
                {texts("settingsAsTheyAre")}
              </a>
            )}
          </Alert>
        )}
        <Button type="submit" size="large" icon="check" isBusy={isBusy} className="sm:self-start">
          {texts("saveSettings")}
        </Button>
      </div>
    </Form>
  );
}

const STAYS_IN_VIEW = "bottom-bar z-10 bg-paper sm:static sm:border-0 sm:bg-transparent sm:p-0";

/** The name of a language, to be put into a label. */
export function inLanguage(language: OwnerLanguage) {
  return { language: () => <LanguageName language={language} /> };
}

/** Whether the field shows its own refusal; cards, kept pictures, an order of sections and lists cannot. */
function hasOwnPlace(field: string): boolean {
  const without = ["adminCurrency", "logo", "landingPicture", "landingSections", "rejectionReasons", "questionPresets"];
  return !without.includes(field);
}

function asTyped(settings: ShopSettings): TypedSettings {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]) => {
      if (typeof value === "boolean") return value ? [[name, "on"]] : [];
      if (name === "translations") return typedTranslations(settings);
      if (name === "rejectionReasons") return typedReasons(settings);
      if (name === "questionPresets") return typedPresets(settings);
      return [[name, value === null ? "" : String(value)]];
    }),
  );
}

function typedTranslations({ translations }: ShopSettings): [name: string, text: string][] {
  return Object.entries(translations).flatMap(([language, texts]) =>
    Object.entries(texts).map(([field, text]) => [`translations.${language}.${field}`, text] as [string, string]),
  );
}

function typedReasons({ rejectionReasons }: ShopSettings): [name: string, text: string][] {
  return (rejectionReasons ?? []).flatMap((reason, row) =>
    Object.entries(reason).map(([language, text]) => [`rejectionReasons.${row}.${language}`, text] as [string, string]),
  );
}

function typedPresets({ questionPresets }: ShopSettings): [name: string, text: string][] {
  return (questionPresets ?? []).flatMap(({ asks, text }, row) => [
    [`questionPresets.${row}.asks`, asks] as [string, string],
    ...Object.entries(text).map(([language, words]) => [`questionPresets.${row}.${language}`, words] as [string, string]),
  ]);
}
