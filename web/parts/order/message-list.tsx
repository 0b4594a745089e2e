import { Link } from "react-router";
import { messageName } from "#shop/orders/messages/conversation.ts";
import { LinkedText } from "#web/parts/text/linked-text.tsx";
import { OwnText } from "#web/parts/text/own-text.tsx";
import { When } from "#web/parts/text/time.tsx";
import { useTexts } from "#web/texts.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { reasonTexts } from "./claim-reasons.ts";
import { answerSentence, questionSentence } from "./question-sentence.ts";
import type { ShownConversation, ShownMessage } from "./shown-conversation.ts";

type Props = { requestCode: string; conversation: ShownConversation; isForShop: boolean; toAll: string };

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
            picture={`${isForShop ? "/admin/orders" : "/order-status"}/${requestCode}/messages/${message.number}/picture`}
            isForShop={isForShop}
          />
        ))}
      </ol>
    </div>
  );
}

type MessageProps = { message: ShownMessage; name: string; picture: string; isForShop: boolean };

function Message({
  message: { side, text, hasPicture, hasEarlierProof, isErased, asks, language, at, claim },
  name,
  picture,
  isForShop,
}: MessageProps) {
  const isOwn = (side === "shop") === isForShop;
  const [texts, claimTexts] = [useTexts("orderMessages"), useTexts("orderClaims")];
  return (
    <li className={classNames("rounded-field border border-line p-3", isOwn ? "ms-auto" : "self-start")}>
      <p className="flex flex-wrap items-baseline gap-x-2 text-sm text-soft">
        <strong>{texts(isOwn ? "you" : side)}</strong>
        <When at={at} />
        <span translate="no" className="code">
          {name}
        </span>
      </p>
      {isErased && <p className="text-soft">{texts("messageErased")}</p>}
      {text === null && asks !== null && !isErased && <p>{texts((side === "shop" ? questionSentence : answerSentence)[asks])}</p>}
      {claim && (
        <p>
          {claimTexts("claimedIds", {
            n: claim.places.length,
            places: claim.places.join(", "),
            reason: claimTexts(reasonTexts[claim.reason]),
          })}
        </p>
      )}
      {text !== null && (
        <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
          <OwnText language={language}>{side === "shop" ? <LinkedText text={text} /> : text}</OwnText>
        </p>
      )}
      {hasEarlierProof && isForShop && (
        <a href={picture} target="_blank" rel="noreferrer" className="touch-link text-action underline">
          {texts("earlierProof")}
        </a>
      )}
      {hasPicture && (
        <a href={picture} target="_blank" rel="noreferrer">
          <img src={picture} alt={texts("pictureOf", { name })} loading="lazy" className="size-52 object-contain" />
        </a>
      )}
    </li>
  );
}
