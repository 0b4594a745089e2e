import type { ReactNode } from "react";
import { Link } from "react-router";
import { languageOfWriting } from "#messages/languages.ts";
import { type Conversation, messageName, type OrderMessage } from "#shop/orders/messages/conversation.ts";
import { OwnText } from "#web/parts/text/own-text.tsx";
import { When } from "#web/parts/text/time.tsx";
import { useTexts } from "#web/texts.tsx";

type Props = { requestCode: string; conversation: Conversation; isForShop: boolean; toAll: string };

/**
 * The last messages of an order, the newest at the bottom, as one side reads them. Earlier ones have
 * an address. Only the shop's own messages have links. [S14.1] [S14.2] [S14.15]
 */
export function MessageList({ requestCode, conversation: { messages, earlier }, isForShop, toAll }: Props) {
  const texts = useTexts("orderMessages");
  if (messages.length === 0) return null;
  return (
    <div className="flex flex-col gap-3">
      {earlier > 0 && (
        <Link to={toAll} preventScrollReset className="touch-link font-medium text-action underline">
          {texts("earlierMessages", { n: earlier })}
        </Link>
      )}
      <ol className="flex flex-col gap-3">
        {messages.map((message) => (
          <Message
            key={message.number}
            message={message}
            name={messageName(requestCode, message.number)}
            isOwn={(message.side === "shop") === isForShop}
          />
        ))}
      </ol>
    </div>
  );
}

function Message({ message: { side, text, at }, name, isOwn }: { message: OrderMessage; name: string; isOwn: boolean }) {
  const texts = useTexts("orderMessages");
  return (
    <li className={isOwn ? "ms-6 rounded-field bg-sunken p-3 sm:ms-16" : "me-6 rounded-field border border-line p-3 sm:me-16"}>
      <p className="flex flex-wrap items-baseline gap-x-2 text-sm text-soft">
        <strong>{texts(isOwn ? "you" : side)}</strong>
        <When at={at} />
        <span translate="no" className="code">
          {name}
        </span>
      </p>
      <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
        {text === null ? (
          <span className="text-soft">{texts("messageErased")}</span>
        ) : (
          <OwnText language={languageOfWriting(text)}>{side === "shop" ? withLinks(text) : text}</OwnText>
        )}
      </p>
    </li>
  );
}

/** A text whose web addresses are links; a full stop or bracket at an address's end is not part of it. */
function withLinks(text: string): ReactNode[] {
  return text.split(/(https?:\/\/[^\s<>"]+[^\s<>"'.,;:!?)\]])/u).map((part, n) =>
    n % 2 === 0 ? (
      part
    ) : (
      <a key={n} href={part} rel="noopener noreferrer nofollow" target="_blank" className="text-action underline">
        {part}
      </a>
    ),
  );
}
