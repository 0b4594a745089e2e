import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { useFetcher, useRevalidator } from "react-router";
import { messages } from "#shop/messages.ts";
import { Alert } from "#web/ui/alert.tsx";
import { toast } from "#web/ui/toast.tsx";
import type { ProductAnswer } from "./product-answer.ts";
import { fieldOf } from "./product-fields.tsx";

/**
 * A form that sends a mutation without leaving the page. `onDone` is told once of each success; the first field at fault gets the focus. What was
 * refused because things changed meanwhile loads them. `answered` is what a page without script already knows. [S2.34] [S8.1]
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
  /** The sentence for a no that is about the whole. */
  failed?: (reason: string) => string;
  /** Whether a success stands under the form; otherwise it does only without script. */
  isSaidHere?: boolean;
  onDone: (answer: ProductAnswer & { ok: true }) => void;
  className?: string;
  /** Multipart where a file may come along. */
  encType?: "multipart/form-data";
  children: (state: { answer: ProductAnswer | undefined; isBusy: boolean }) => ReactNode;
}) {
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
          {countedIn(answer).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Alert>
      )}
    </fetcher.Form>
  );
}

/** Says at the foot of the screen what was done, and how many lines or IDs it was not done with. [S5.11] */
export function sayDone(answer: ProductAnswer & { ok: true }, stayMs?: number): void {
  if (answer.sentence) toast(answer.sentence, { stayMs });
  for (const sentence of countedIn(answer)) toast(sentence);
}

/** The sentences beside the one that says what was done. */
export function countedIn({ value }: ProductAnswer & { ok: true }): string[] {
  return [
    value?.skipped ? messages.skippedIds(value.skipped) : null,
    value?.leftOut ? messages.idsLeftOut(value.leftOut) : null,
    value?.kept ? messages.batchLeftOver(value.kept) : null,
    value?.notDeleted ? messages.idsNotDeleted(value.notDeleted) : null,
  ].filter((sentence) => sentence !== null);
}
