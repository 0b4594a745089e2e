import { startTransition, useState } from "react";
import { Link, useLocation } from "react-router";
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
  const [isWriting, setIsWriting] = useState(new URLSearchParams(search).has("write"));
  const isSent = pathname === `${page}/messages`;
  return (
    <Sheet id="messages" title={texts("messages")} className="print:hidden">
      <p className="text-soft">{texts(conversation.waitsFor === "shop" ? "shopWillAnswer" : "askAboutOrder")}</p>
      {isWriting || isSent || conversation.messages.length > 0 ? (
        <WrittenMessages requestCode={requestCode} conversation={conversation} isWriting={isWriting} />
      ) : (
        <Link
          to={`${page}?write#messages`}
          onClick={(click) => {
            click.preventDefault();
            startTransition(() => setIsWriting(true));
          }}
          className="touch-link self-start font-semibold underline"
        >
          {texts("writeMessage")}
        </Link>
      )}
    </Sheet>
  );
}
