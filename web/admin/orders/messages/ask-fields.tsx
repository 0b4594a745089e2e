import { useRef } from "react";
import { type AskedKind, askedKinds } from "#shop/orders/messages/question.ts";
import { useTexts } from "#web/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { SelectField } from "#web/ui/fields/text-field.tsx";
import type { StandardQuestion } from "./standard-questions.ts";

type Props = { questions: readonly StandardQuestion[]; asks: string | undefined; error: string | null };

/** What a message asks its buyer for, and the standard questions, which fill in the form. [S14.3] [S14.9] */
export function AskFields({ questions, asks, error }: Props) {
  const texts = useTexts("adminAsking");
  const place = useRef<HTMLDivElement>(null);
  const take = (question: StandardQuestion) => {
    const form = place.current?.closest("form");
    const [field, kind] = [form?.querySelector("textarea"), form?.querySelector("select")];
    if (!field || !kind) return;
    field.value = question.text;
    kind.value = question.asks;
    field.focus();
  };
  return (
    <div ref={place} className="flex flex-col gap-3">
      <SelectField label={texts("askFor")} name="asks" defaultValue={asks ?? ""} error={error}>
        <option value="">{texts("askForNothing")}</option>
        {askedKinds.map((kind) => (
          <option key={kind} value={kind}>
            {texts(labels[kind])}
          </option>
        ))}
      </SelectField>
      <fieldset className="scripted flex flex-wrap gap-2">
        <legend className="unseen">{texts("standardQuestions")}</legend>
        {questions.map((question) => (
          <Button key={question.label} variant="secondary" onClick={() => take(question)}>
            {texts(question.label)}
          </Button>
        ))}
      </fieldset>
    </div>
  );
}

const labels = {
  words: "askForWords",
  picture: "askForPicture",
  proof: "askForProof",
  utr: "askForUtr",
} as const satisfies Record<AskedKind, string>;
