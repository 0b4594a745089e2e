import { type ReactNode, useRef, useState } from "react";
import { ORDER_MESSAGE_MAX_LENGTH } from "#shop/constants.ts";
import { besides } from "#web/parts/forms/besides.ts";
import { isAbout } from "#web/parts/forms/refusal-alert.tsx";
import type { TypedAnswer, TypedFields } from "#web/parts/forms/typed-fields.ts";
import { type Answer, useAnswer } from "#web/parts/forms/use-answer.ts";
import { useFocusOnRefusal } from "#web/parts/forms/use-focus-on-refusal.ts";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextareaField } from "#web/ui/fields/text-field.tsx";
import { MessagePictureField } from "./message-picture-field.tsx";

/**
 * `firstKey` is the idempotency key of the first message: the same form sent twice is one message.
 * `answered` is the answer to a form that was sent without script, `seen` the number of the last
 * message that the page shows.
 */
type Props = {
  action: string;
  label: string;
  firstKey: string;
  seen?: number;
  /** The number of the question that it answers. */
  answers?: number;
  isPictureNeeded?: boolean;
  answered: TypedAnswer | undefined;
  /** More fields, with what was typed into them and what is wrong. */
  more?: (typed: TypedFields | undefined, refusal: No | null) => ReactNode;
};

type No = Exclude<Answer, { ok: true }>;

/** The form for a message about an order. What was typed stays until it is stored. [S14.12] [S14.13] */
export function MessageForm({ action, label, firstKey, seen, answers, isPictureNeeded = false, answered, more }: Props) {
  const texts = useTexts("orderMessages");
  const form = useRef<HTMLFormElement>(null);
  const [sent, setSent] = useState({ key: answered?.ok === false ? (answered.typed?.key ?? firstKey) : firstKey, count: 0 });
  const { Form, isBusy, refusal } = useAnswer(answered, () => {
    const fields = form.current?.querySelectorAll<HTMLTextAreaElement | HTMLSelectElement>("textarea, select");
    for (const field of fields ?? []) field.value = "";
    setSent(({ key, count }) => ({ key, count: count + 1 }));
  });
  useFocusOnRefusal(refusal, () => form.current?.querySelector("textarea"));
  return (
    <Form ref={form} method="post" action={action} encType="multipart/form-data" className="flex flex-col gap-3">
      <input type="hidden" name="key" value={sent.count === 0 ? sent.key : `${sent.key}-${sent.count}`} />
      {seen !== undefined && <input type="hidden" name="seen" value={seen} />}
      {answers !== undefined && <input type="hidden" name="answers" value={answers} />}
      {refusal?.code === "colleagueAnswered" && <input type="hidden" name="confirmed" value="on" />}
      {more && <More show={more} typed={answered?.ok === false ? answered.typed : undefined} refusal={refusal} />}
      <TextareaField
        label={label}
        name="text"
        rows={3}
        readOnly={isBusy}
        maxLength={ORDER_MESSAGE_MAX_LENGTH}
        defaultValue={answered?.ok === false ? answered.typed?.text : undefined}
        error={besides(refusal, "text")}
      />
      <MessagePictureField key={sent.count} isNeeded={isPictureNeeded} error={besides(refusal, "picture")} />
      {refusal && !isAbout(refusal, ["text", "picture", "asks"]) && <Alert kind="error">{refusal.sentence}</Alert>}
      <Button type="submit" variant={answers === undefined ? "secondary" : "primary"} icon="send" isBusy={isBusy} className="self-start">
        {texts(answers === undefined ? "send" : "sendAnswer")}
      </Button>
    </Form>
  );
}

type MoreProps = { show: NonNullable<Props["more"]>; typed: TypedFields | undefined; refusal: No | null };

function More({ show, typed, refusal }: MoreProps) {
  return show(typed, refusal);
}

/**
 * A line that opens the form, which is open from the start where something was written. The element
 * stays the same, so that what is being typed stays when the first message comes.
 */
export function Writing({ isOpen, label, children }: { isOpen: boolean; label: string; children: ReactNode }) {
  return (
    <details open={isOpen}>
      <summary className="touch-link cursor-pointer font-semibold underline">{label}</summary>
      <div className="pt-2">{children}</div>
    </details>
  );
}
