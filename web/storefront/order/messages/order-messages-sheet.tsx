import { type MouseEvent, useState, useTransition } from "react";
import { Link, useLocation } from "react-router";
import { NewMessageCame } from "#web/parts/order/new-message-came.tsx";
import type { ShownConversation } from "#web/parts/order/shown-conversation.ts";
import { lazyPart } from "#web/parts/site/lazy-part.ts";
import { useTexts } from "#web/texts.tsx";
import { Sheet } from "#web/ui/sheet.tsx";

const WrittenMessages = lazyPart(async () => (await import("./written-messages.tsx")).WrittenMessages);

/**
 * What the buyer of an order and the shop wrote to each other, and the form to write. Without a
 * message there is only its line, which brings the rest; without script it leads to `?write`.
 * [S14.1] [S14.15]
 */
export function OrderMessages({ requestCode, conversation }: { requestCode: string; conversation: ShownConversation }) {
  const texts = useTexts("orderMessages");
  const { pathname, search } = useLocation();
  const page = `/order-status/${requestCode}`;
  const [isPressed, setIsPressed] = useState(false);
  const [isComing, startTransition] = useTransition();
  const isWriting = isPressed || new URLSearchParams(search).has("write") || pathname === `${page}/messages`;
  const write = (click: MouseEvent) => {
    if (click.ctrlKey || click.metaKey || click.shiftKey) return;
    click.preventDefault();
    startTransition(() => setIsPressed(true));
  };
  return (
    <Sheet id="messages" title={texts("messages")} className="print:hidden">
      <p className="text-soft">{texts(conversation.waitsFor === "shop" ? "shopWillAnswer" : "askAboutOrder")}</p>
      <NewMessageCame messages={conversation.messages} isForShop={false} />
      {isWriting || conversation.messages.length > 0 ? (
        <WrittenMessages {...{ requestCode, conversation, isWriting, isPressed }} />
      ) : (
        <Link to={`${page}?write#messages`} onClick={write} aria-busy={isComing} className="touch-link self-start font-semibold underline">
          {texts("writeMessage")}
        </Link>
      )}
    </Sheet>
  );
}
