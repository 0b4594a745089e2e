import { type FormEvent, useState } from "react";
import { EMAIL_MAX_LENGTH, LINK_MAX_LENGTH } from "#shop/constants.ts";
import { priceText } from "#shop/money.ts";
import { settings } from "#shop/settings/settings-list.ts";
import { SideBySide } from "#web/parts/forms/owner-languages.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { RadioCards } from "#web/ui/fields/radio-cards.tsx";
import { TextareaField, TextField } from "#web/ui/fields/text-field.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { FooterPreview, shownInFooter, type TypedShop } from "./footer-preview.tsx";
import { LanguageField } from "./language-field.tsx";
import { inLanguage, type SettingsFields } from "./settings-form.tsx";
import { TimeZoneField } from "./time-zone-field.tsx";

/** The shop's name, its texts and clock, and how buyers reach the owner. [S1.3] [S1.8] [S9.3] */
export function ShopSection({ fields: { text, languages, nameIn }, timeZones }: { fields: SettingsFields; timeZones: readonly string[] }) {
  const texts = useTexts("adminSettings");
  const currency = text("adminCurrency").defaultValue;
  const [main] = languages;
  const nameOf = (setting: keyof TypedShop) => (main && (setting === "name" || setting === "blurb") ? nameIn(main, setting) : setting);
  const [typed, setTyped] = useState<Record<string, string>>({});
  const shown = Object.fromEntries(shownInFooter.map((one) => [one, typed[nameOf(one)] ?? text(nameOf(one)).defaultValue])) as TypedShop;
  const take = ({ target }: FormEvent<HTMLDivElement>) => {
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)
      setTyped((before) => ({ ...before, [target.name]: target.value }));
  };
  return (
    <div className="contents" onInput={take}>
      <Sheet title={texts("theShop")}>
        <div className="flex flex-col gap-2">
          <SideBySide>
            {languages.map((one, n) => (
              <TextField
                key={one.code}
                label={rich(texts, "nameIn", inLanguage(one))}
                {...text(nameIn(one, "name"))}
                lang={one.locale}
                maxLength={settings.name.max}
                required={n === 0}
              />
            ))}
          </SideBySide>
          <p className="field-hint">{texts("languagesHint")}</p>
        </div>
        <SideBySide>
          {languages.map((one) => (
            <TextareaField
              key={one.code}
              label={rich(texts, "blurbIn", inLanguage(one))}
              hint={texts("blurbHint")}
              {...text(nameIn(one, "blurb"))}
              lang={one.locale}
              rows={3}
              maxLength={settings.blurb.max}
            />
          ))}
        </SideBySide>
        <TextField
          label={texts("since")}
          hint={texts("sinceHint")}
          {...text("sinceYear")}
          inputMode="numeric"
          minLength={4}
          maxLength={4}
          required
          fieldClassName="max-w-32"
        />
        <LanguageField {...text("language")} />
        <TimeZoneField zones={timeZones} {...text("timeZone")} />
      </Sheet>
      <Sheet title={texts("howBuyersReachYou")}>
        <p className="text-soft">{texts("emptyShownNowhere")}</p>
        <TextField
          label={texts("supportEmail")}
          {...text("supportEmail")}
          type="email"
          autoCapitalize="none"
          maxLength={EMAIL_MAX_LENGTH}
        />
        <TextField label={texts("chatLink")} hint={texts("chatLinkHint")} {...text("chatUrl")} {...web} />
        <TextField label={texts("messagingLink")} hint={texts("messagingLinkHint")} {...text("messagingUrl")} {...web} />
        <TextField label={texts("idCheckerLink")} hint={texts("idCheckerHint")} {...text("idCheckerUrl")} {...web} />
        <SideBySide>
          <TextField
            label={texts("grievanceOfficer")}
            hint={texts("grievanceOfficerHint")}
            {...text("grievanceName")}
            maxLength={settings.grievanceName.max}
          />
          <TextField
            label={texts("grievanceContact")}
            hint={texts("grievanceContactHint")}
            {...text("grievanceContact")}
            maxLength={settings.grievanceContact.max}
          />
        </SideBySide>
        <FooterPreview typed={shown} />
      </Sheet>
      <Sheet title={texts("admin")}>
        <RadioCards
          key={currency}
          legend={texts("labelOfAmounts")}
          name="adminCurrency"
          defaultValue={currency === "$" ? "$" : "₹"}
          cards={[
            { value: "₹", title: priceText(EXAMPLE_PAISE, "₹"), text: texts("rupees") },
            { value: "$", title: priceText(EXAMPLE_PAISE, "$"), text: texts("sameRupees") },
          ]}
        />
      </Sheet>
    </div>
  );
}

const EXAMPLE_PAISE = 10_000_000;
const web = {
  type: "url",
  inputMode: "url",
  autoCapitalize: "none",
  spellCheck: false,
  placeholder: "https://",
  maxLength: LINK_MAX_LENGTH,
} as const;
