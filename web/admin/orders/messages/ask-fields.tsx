import { useRef } from "react";
import { Link } from "react-router";
import { type AskedKind, askedKinds } from "#shop/settings/question-presets.ts";
import { useMayOpen } from "#web/admin/frame/use-may.ts";
import { useTexts } from "#web/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { SelectField } from "#web/ui/fields/text-field.tsx";
import type { OfferedQuestion } from "./standard-questions.ts";

const SETTINGS = "/admin/settings/questions";

type Props = { questions: readonly OfferedQuestion[]; asks: string | undefined; error: string | null };

/** What a message asks its buyer for, and the questions of the settings, which fill in the form. [S14.3] [S14.9] */
export function AskFields({ questions, asks, error }: Props) {
  const texts = useTexts("adminAsking");
  const mayOpen = useMayOpen();
  const place = useRef<HTMLDivElement>(null);
  const take = (question: OfferedQuestion) => {
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
        <AskedKinds />
      </SelectField>
      <fieldset className="scripted flex flex-wrap gap-2 noscript:hidden">
        <legend className="unseen">{texts("offeredQuestions")}</legend>
        {questions.map((question) => (
          <Button key={`${question.asks} ${question.text}`} variant="secondary" onClick={() => take(question)}>
            {question.label}
          </Button>
        ))}
        {mayOpen(SETTINGS) && (
          <Link to={SETTINGS} className="touch-link text-sm underline">
            {texts("editQuestions")}
          </Link>
        )}
      </fieldset>
    </div>
  );
}

/** An option for each thing that a buyer can be asked for. */
export function AskedKinds() {
  const texts = useTexts("adminAsking");
  return askedKinds.map((kind) => (
    <option key={kind} value={kind}>
      {texts(labels[kind])}
    </option>
  ));
}

const labels = {
  words: "askForWords",
  picture: "askForPicture",
  proof: "askForProof",
  utr: "askForUtr",
} as const satisfies Record<AskedKind, string>;
