import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { useFetcher, useRevalidator } from "react-router";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { openAround } from "#web/ui/more-fields.tsx";
import { LinesOfKinds } from "../imports/lines-of-kinds.tsx";
import { fieldOf } from "./editing/product-field.ts";
import type { ProductAnswer } from "./product-answer.ts";
import { countedIn } from "./say-product.ts";

/**
 * A form that sends a change without leaving the page. Its route says a success; `onDone` is called
 * once for each, and the first invalid field is focused. After a concurrent change the data is reloaded. `answered` is
 * the answer to a form sent without JavaScript. [S2.34] [S8.1]
 */
export function ProductForm({
  id,
  label,
  action,
  answered,
  failed = (reason) => reason,
  isSaidHere = false,
  onDone,
  className,
  encType,
  children,
}: {
  id?: string;
  label: string;
  action: string;
  answered: ProductAnswer | undefined;
  /** The sentence of a refusal that is about no field. */
  failed?: (reason: string) => string;
  /** Whether a success is shown under the form also with JavaScript. */
  isSaidHere?: boolean;
  onDone?: () => void;
  className?: string;
  /** Multipart if the form can upload a file. */
  encType?: "multipart/form-data";
  children: (state: { answer: ProductAnswer | undefined; isBusy: boolean }) => ReactNode;
}) {
  const texts = useTexts("adminProducts");
  const fetcher = useFetcher<ProductAnswer>();
  const form = useRef<HTMLFormElement>(null);
  const isBusy = fetcher.state !== "idle";
  const answer = fetcher.state === "submitting" ? undefined : (fetcher.data ?? answered);

  const done = useEffectEvent(() => onDone?.());
  const { revalidate } = useRevalidator();
  const { data } = fetcher;
  useEffect(() => {
    if (data?.ok) done();
    if (data?.ok === false && data.kind === "conflict") void revalidate();
    const field = fieldOf(data);
    const wrong = field && form.current?.querySelector<HTMLElement>(`[name="${field}"]`);
    if (!wrong) return;
    openAround(wrong);
    wrong.focus();
  }, [data, revalidate]);

  return (
    <fetcher.Form
      ref={form}
      id={id}
      method="post"
      action={action}
      encType={encType}
      aria-label={label}
      className={className ?? "flex flex-col gap-5"}
      onInvalidCapture={({ target }) => openAround(target as Element)}
    >
      {children({ answer, isBusy })}
      {answer && !answer.ok && !fieldOf(answer) && (
        <Alert kind="error">{answer.kind === "failed" ? answer.sentence : failed(answer.sentence)}</Alert>
      )}
      {answer?.ok && (isSaidHere || answer === answered) && (
        <Alert kind="success">
          <p className="font-semibold">{answer.sentence}</p>
          {countedIn(texts, answer).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          {answer.value?.linesLeftOut && <LinesOfKinds kinds={answer.value.linesLeftOut} />}
        </Alert>
      )}
    </fetcher.Form>
  );
}
