import { useRef } from "react";
import { useMay } from "#web/admin/frame/use-may.ts";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { NotDecided } from "./not-decided.tsx";
import { RefusalFields } from "./refusal-fields.tsx";

/** The name of the checkboxes that choose claims, and the form that they belong to. */
export const CHOSEN_CLAIMS = "claims";
export const CHOSEN_FORM = "chosen-claims";

const SWAPS = "/admin/claims/swaps";
const REFUSALS = "/admin/claims/refusals";

/** `typed` is the refused reason of a form that was sent without JavaScript. */
type Props = { typed: string | undefined; count: number; chosen: number; onChosen: () => void; onDone: () => void };

/** Decides the ticked claims together: swaps all, or refuses all for one reason; and says which were not. [S15.9] */
export function ClaimsBar({ typed, count, chosen, onChosen, onDone }: Props) {
  const texts = useTexts("adminClaims");
  const may = useMay();
  const refusing = useRef<HTMLDetailsElement>(null);
  const { Form, isBusy, answer, refusal } = useAnswer(undefined, () => {
    if (refusing.current) refusing.current.open = false;
    onDone();
  });
  const chooseAll = (all: boolean) => {
    for (const box of document.querySelectorAll<HTMLInputElement>(`input[name=${CHOSEN_CLAIMS}]`)) box.checked = all;
    onChosen();
  };
  if (count === 0) return <NotDecided answer={answer} />;
  return (
    <>
      <NotDecided answer={answer} />
      <Form
        id={CHOSEN_FORM}
        method="post"
        action={may("answer-buyers") ? REFUSALS : SWAPS}
        className="panel flex flex-wrap items-start gap-x-6 gap-y-3 p-3"
      >
        <div className="flex flex-wrap items-center gap-3">
          <label className="scripted flex min-h-11 items-center gap-3 font-semibold noscript:hidden">
            <input
              type="checkbox"
              checked={chosen === count}
              ref={(box) => {
                if (box) box.indeterminate = chosen > 0 && chosen < count;
              }}
              onChange={({ target }) => chooseAll(target.checked)}
              className="checkbox"
            />
            {texts("chooseAll", { n: count })}
          </label>
          {may("decide-orders") && (
            <Button type="submit" formAction={SWAPS} formNoValidate variant="secondary" icon="swap" isBusy={isBusy}>
              {texts("swapChosen", { n: chosen })}
            </Button>
          )}
        </div>
        {may("answer-buyers") && (
          <details ref={refusing} open={typed !== undefined} className="min-w-0 grow basis-48">
            <summary className="touch-link cursor-pointer font-semibold underline">{texts("refuseChosen", { n: chosen })}</summary>
            <RefusalFields typed={typed} refusal={refusal} isBusy={isBusy} />
          </details>
        )}
        {refusal && !("field" in refusal && refusal.field === "reason") && <Alert kind="error">{refusal.sentence}</Alert>}
      </Form>
    </>
  );
}
