import { useRef } from "react";
import { DESCRIPTION_MAX_LENGTH } from "#shop/catalogue/constants.ts";
import type { InstructionsIn } from "#shop/catalogue/instructions/instructions.ts";
import { besides } from "#web/parts/forms/besides.ts";
import { fieldOf } from "#web/parts/forms/refusal-alert.tsx";
import { type Answer, useAnswer } from "#web/parts/forms/use-answer.ts";
import { useFocusOnRefusal } from "#web/parts/forms/use-focus-on-refusal.ts";
import { Description } from "#web/parts/product/description.tsx";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextareaField } from "#web/ui/fields/text-field.tsx";
import { Sheet } from "#web/ui/sheet.tsx";

/** The answer to saving instructions: in which language, and what was typed if it was refused. */
export type InstructionsAnswer = Answer & { language?: string; typed?: string };

type Props = {
  productId: string;
  edition: InstructionsIn & { name: string; locale: string };
  answered: InstructionsAnswer | undefined;
};

/**
 * The form of a product's instructions in one language; what was typed stays after a refusal.
 * [S10.15]
 */
export function InstructionsFields({ productId, edition, answered }: Props) {
  const texts = useTexts("adminInstructions");
  const form = useRef<HTMLFormElement>(null);
  const { Form, isBusy, answer, refusal } = useAnswer(answered, () => {});
  const isAboutText = fieldOf(refusal) === "html";
  useFocusOnRefusal(isAboutText && refusal, () => form.current?.querySelector<HTMLElement>("textarea"));

  const html = answer?.ok ? (answer.value as InstructionsIn).html : edition.html;
  return (
    <Sheet
      title={
        <span id={`in-${edition.language}`} lang={edition.locale}>
          {edition.name}
        </span>
      }
    >
      <Form
        ref={form}
        key={html}
        method="post"
        action={`/admin/products/${encodeURIComponent(productId)}/instructions/${edition.language}`}
        aria-labelledby={`in-${edition.language}`}
        noValidate
        className="flex flex-col gap-4"
      >
        {answered?.ok && <Alert kind="success">{answered.sentence}</Alert>}
        <TextareaField
          label={texts("text")}
          hint={texts("textHint")}
          name="html"
          lang={edition.locale}
          defaultValue={answered?.ok === false ? (answered.typed ?? html) : html}
          error={besides(refusal, "html")}
          maxLength={DESCRIPTION_MAX_LENGTH}
          rows={8}
          spellCheck
        />
        {refusal && !isAboutText && <Alert kind="error">{refusal.sentence}</Alert>}
        <Button type="submit" icon="check" isBusy={isBusy} className="self-start">
          {texts("save", { language: edition.name })}
        </Button>
      </Form>
      {html !== "" && (
        <details>
          <summary className="touch-link">{texts("preview")}</summary>
          <div lang={edition.locale} className="note">
            <Description html={html} />
          </div>
        </details>
      )}
    </Sheet>
  );
}
