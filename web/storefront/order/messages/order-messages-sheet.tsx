import { useLocation } from "react-router";
import type { TypedAnswer } from "#web/parts/forms/typed-fields.ts";
import { usePosted } from "#web/parts/forms/use-posted.ts";
import { MessageForm, Writing } from "#web/parts/order/message-form.tsx";
import { MessageList } from "#web/parts/order/message-list.tsx";
import type { ShownConversation } from "#web/parts/order/shown-conversation.ts";
import { useTexts } from "#web/texts.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { useFormOfBuyer } from "../access/as-account.ts";

/**
 * What the buyer of an order and the shop wrote to each other, and the form to write. Without a
 * message there is only its line, which opens. [S14.1] [S14.15]
 */
export function OrderMessages({ requestCode, conversation }: { requestCode: string; conversation: ShownConversation }) {
  const texts = useTexts("orderMessages");
  const page = `/order-status/${requestCode}`;
  const action = `${page}/messages`;
  const form = useFormOfBuyer(action);
  const posted = usePosted<TypedAnswer>();
  const isAnswer = posted?.typed?.answers !== undefined;
  const answered = useLocation().pathname === action && !isAnswer ? posted : undefined;
  const { messages, waitsFor } = conversation;
  return (
    <Sheet id="messages" title={texts("messages")} className="print:hidden">
      <p className="text-soft">{texts(waitsFor === "shop" ? "shopWillAnswer" : "askAboutOrder")}</p>
      <MessageList requestCode={requestCode} conversation={conversation} isForShop={false} toAll={`${page}?messages=all#messages`} />
      <Writing isOpen={messages.length > 0 || answered !== undefined} label={texts("writeMessage")}>
        <MessageForm action={form} label={texts("messageToShop")} firstKey={conversation.key} answered={answered} />
      </Writing>
    </Sheet>
  );
}
