import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { useFetcher, useRevalidator } from "react-router";
import type { Texts } from "#messages/texts.ts";
import type { CleanedIds } from "#shop/stock/parsing/id-list.ts";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { toast } from "#web/ui/toast.tsx";
import { fieldOf } from "./editing/product-field.ts";
import type { ProductAnswer } from "./product-answer.ts";

/**
 * A form that sends a change without leaving the page. Calls `onDone` once for each success and
 * focuses the first invalid field. After a concurrent change the data is reloaded. `answered` is
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
  onDone: (answer: ProductAnswer & { ok: true }) => void;
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

  const done = useEffectEvent((said: ProductAnswer & { ok: true }) => {
    onDone(said);
  });
  const { revalidate } = useRevalidator();
  const { data } = fetcher;
  useEffect(() => {
    if (data?.ok) done(data);
    if (data?.ok === false && data.kind === "conflict") void revalidate();
    const field = fieldOf(data);
    if (field) form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
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
        </Alert>
      )}
    </fetcher.Form>
  );
}

/**
 * Returns a function that shows toasts with the result and with the lines or IDs it did not apply
 * to. [S5.11]
 */
export function useSayDone(): (answer: ProductAnswer & { ok: true }, stayMs?: number) => void {
  const texts = useTexts("adminProducts");
  return (answer, stayMs) => {
    if (answer.sentence) toast(answer.sentence, { stayMs });
    for (const sentence of countedIn(texts, answer)) toast(sentence);
  };
}

/** The sentences for the answer's counts. */
export function countedIn(texts: Texts<"adminProducts">, { value }: ProductAnswer & { ok: true }): string[] {
  return [
    value?.entered ? texts("batchAdded", { n: value.entered }) : null,
    value?.skipped ? texts("skippedIds", { n: value.skipped }) : null,
    value?.cleaned ? cleanedIn(texts, value.cleaned) : null,
    value?.leftOut ? texts("idsLeftOut", { n: value.leftOut }) : null,
    value?.kept ? texts("batchLeftOver", { n: value.kept }) : null,
    value?.notDeleted ? texts("idsNotDeleted", { n: value.notDeleted }) : null,
  ].filter((sentence) => sentence !== null);
}

function cleanedIn(texts: Texts<"adminProducts">, { count, first: [one] }: CleanedIds): string {
  return texts("idsCleaned", { n: count, first: one?.value ?? "", codes: [...new Set(one?.removed)].join(", ") });
}
