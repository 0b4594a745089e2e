import type { Language } from "#messages/languages.ts";
import type { ListedConversation } from "#shop/orders/messages/listed-message.ts";
import { answerSentence, questionSentence } from "#web/parts/order/question-sentence.ts";
import { StatusBadge } from "#web/parts/order/status-badge.tsx";
import { OwnText } from "#web/parts/text/own-text.tsx";
import { When } from "#web/parts/text/time.tsx";
import { useTexts } from "#web/texts.tsx";
import { LinkButton } from "#web/ui/button.tsx";

/** The conversation of an order: which order, since when it waits, and the last words. [S14.8] */
export function ConversationCard({ conversation }: { conversation: ListedConversation & { language: Language | null } }) {
  const [texts, sideTexts, claimTexts] = [useTexts("adminMessages"), useTexts("orderMessages"), useTexts("orderClaims")];
  const { requestCode, productName, nameLanguage, status, isOpen, side, text, hasPicture, isErased, asks, isClaim, language, at } =
    conversation;
  const ofQuestion = asks && (side === "shop" ? questionSentence : answerSentence)[asks];
  const withoutWords = isClaim
    ? claimTexts("title")
    : sideTexts(isErased ? "messageErased" : (ofQuestion ?? (hasPicture ? "picture" : "messageErased")));
  const to = `/admin/orders/${requestCode}#messages`;
  return (
    <article aria-labelledby={`about-${requestCode}`} className="card flex flex-col gap-3 p-4">
      <header>
        <h2 id={`about-${requestCode}`} translate="no" className="code text-lg break-all">
          {requestCode}
        </h2>
        <p className="text-sm wrap-anywhere text-soft">
          <OwnText language={nameLanguage}>{productName}</OwnText>
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
          <When at={at} />
          <StatusBadge status={status} />
        </p>
      </header>
      <p dir="auto" className="line-clamp-3 whitespace-pre-wrap wrap-anywhere">
        {side === "shop" && <strong>{sideTexts("shop")}: </strong>}
        {text === null ? <span className="text-soft">{withoutWords}</span> : <OwnText language={language}>{text}</OwnText>}
      </p>
      <footer className="border-t border-line pt-3">
        <LinkButton to={to} variant={isOpen ? "primary" : "secondary"} icon="chat">
          {texts(isOpen ? "answerBuyer" : "openOrder")}
          <span className="unseen"> {requestCode}</span>
        </LinkButton>
      </footer>
    </article>
  );
}
