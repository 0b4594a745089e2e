import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import type { TypedAnswer } from "#web/parts/forms/typed-fields.ts";
import { usePosted } from "#web/parts/forms/use-posted.ts";
import { MessageForm, Writing } from "#web/parts/order/message-form.tsx";
import { MessageList } from "#web/parts/order/message-list.tsx";
import type { ShownConversation } from "#web/parts/order/shown-conversation.ts";
import { useTexts } from "#web/texts.tsx";
import { useFormOfBuyer } from "../access/as-account.ts";

type Props = {
  requestCode: string;
  conversation: ShownConversation;
  /** Whether the form is open although nothing was written yet. */
  isWriting: boolean;
  /** Whether it was opened by a press on this page: what is typed next is the message. */
  isPressed: boolean;
};

/** The messages of an order and the form to write. [S14.1] [S14.15] */
export function WrittenMessages({ requestCode, conversation, isWriting, isPressed }: Props) {
  const texts = useTexts("orderMessages");
  const place = useRef<HTMLDivElement>(null);
  const page = `/order-status/${requestCode}`;
  const action = `${page}/messages`;
  const form = useFormOfBuyer(action);
  const posted = usePosted<TypedAnswer>();
  const isAnswer = posted?.typed?.answers !== undefined;
  const answered = useLocation().pathname === action && !isAnswer ? posted : undefined;
  useEffect(() => {
    // The script may come late, while somebody types elsewhere.
    if (isPressed && document.activeElement === document.body) place.current?.querySelector("textarea")?.focus();
  }, [isPressed]);
  return (
    <div ref={place} className="flex flex-col gap-4">
      <MessageList requestCode={requestCode} conversation={conversation} isForShop={false} toAll={`${page}?messages=all#messages`} />
      <Writing isOpen={conversation.messages.length > 0 || isWriting} label={texts("writeMessage")}>
        <MessageForm action={form} label={texts("messageToShop")} firstKey={conversation.key} answered={answered} />
      </Writing>
    </div>
  );
}
