import { useRef, useState } from "react";
import type { KeyIn } from "#messages/texts.ts";
import { type LimitsChoice, limitNames, limitsChoiceOf, limitsChoices, limitsOf } from "#shop/settings/limits-choice.ts";
import { useTexts } from "#web/texts.tsx";
import { RadioCards } from "#web/ui/fields/radio-cards.tsx";
import { MoreFields } from "#web/ui/more-fields.tsx";
import { NumberFields } from "../number-fields.tsx";
import type { SettingsFields } from "../settings-form.tsx";

const OWN = "own";
const choices = [...limitsChoices, OWN] as const;

const words = {
  usual: { title: "limitsUsual", text: "limitsUsualText" },
  strict: { title: "limitsStrict", text: "limitsStrictText" },
  off: { title: "limitsOff", text: "limitsOffText" },
  own: { title: "limitsOwn", text: "limitsOwnText" },
} as const satisfies Record<(typeof choices)[number], Record<"title" | "text", KeyIn<"adminSettings">>>;

/**
 * How strict the rate limits are, as one choice; the numbers are behind *Details*. With script a
 * choice fills them in, and typing one makes them the owner's own. [S1.8]
 */
export function LimitsFields({ fields }: { fields: SettingsFields }) {
  const texts = useTexts("adminSettings");
  const numbers = Object.fromEntries(limitNames.map((name) => [name, Number(fields.text(name).defaultValue)]));
  const named = (field: string) => choices.find((one) => one === fields.text(field).defaultValue);
  const shown = named("limitsShown") ?? limitsChoiceOf(numbers) ?? OWN;
  const first = named("limits") ?? shown;
  const [{ filled, times }, setFilled] = useState<{ filled: LimitsChoice | null; times: number }>({
    filled: null,
    times: 0,
  });
  const choice = useRef<HTMLDivElement>(null);
  const chooseOwn = () => {
    const own = choice.current?.querySelector<HTMLInputElement>(`[value=${OWN}]`);
    if (own) own.checked = true;
  };
  /** A choice that is pressed again fills the numbers in again; the owner's own are what stands there. */
  const fill = (value: (typeof choices)[number]) => {
    if (value !== OWN) setFilled({ filled: value, times: times + 1 });
  };
  const text = (name: string) => {
    const number = filled && limitsOf(filled)[name as (typeof limitNames)[number]];
    return { ...fields.text(name), ...(typeof number === "number" && { defaultValue: String(number) }) };
  };
  return (
    <>
      <input type="hidden" name="limitsShown" value={shown} />
      <div ref={choice} className="contents">
        <RadioCards
          legend={texts("limitsChoice")}
          name="limits"
          cards={choices.map((value) => ({ value, title: texts(words[value].title), text: texts(words[value].text) }))}
          defaultValue={first}
          onValue={fill}
        />
      </div>
      <MoreFields title={texts("details")} isOpen={first === OWN || limitNames.some((name) => text(name).error)}>
        <p className="text-soft">{texts("limitsNumbersHint")}</p>
        <div onInput={chooseOwn} className="contents">
          <NumberFields key={times} names={limitNames} fields={{ ...fields, text }} />
        </div>
      </MoreFields>
    </>
  );
}
