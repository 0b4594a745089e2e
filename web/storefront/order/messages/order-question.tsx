import { useLocation } from "react-router";
import type { TypedAnswer } from "#web/parts/forms/typed-fields.ts";
import { usePosted } from "#web/parts/forms/use-posted.ts";
import { MessageForm } from "#web/parts/order/message-form.tsx";
import { questionSentence } from "#web/parts/order/question-sentence.ts";
import type { ShownConversation, ShownQuestion } from "#web/parts/order/shown-conversation.ts";
import { LinkedText } from "#web/parts/text/linked-text.tsx";
import { OwnText } from "#web/parts/text/own-text.tsx";
import { useTexts } from "#web/texts.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { useFormOfBuyer } from "../access/as-account.ts";

type Props = { requestCode: string; conversation: ShownConversation; question: ShownQuestion };

/**
 * What the shop asks the buyer of an order, with the form that it needs. A new code and proof and a
 * UTR have forms of their own, which stand beside it. [S14.3]
 */
export function OrderQuestion({ requestCode, conversation, question: { number, asks, text, language } }: Props) {
  const texts = useTexts("orderMessages");
  const action = `/order-status/${requestCode}/messages`;
  const form = useFormOfBuyer(action);
  const posted = usePosted<TypedAnswer>();
  const isPosted = useLocation().pathname === action && posted?.typed?.answers !== undefined;
  return (
    <Sheet id="question" title={texts("questionTitle")} className="print:hidden">
      <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
        {text === null ? (
          texts(questionSentence[asks])
        ) : (
          <OwnText language={language}>
            <LinkedText text={text} />
          </OwnText>
        )}
      </p>
      {(asks === "words" || asks === "picture") && (
        <MessageForm
          action={form}
          label={texts(asks === "words" ? "yourAnswer" : "wordsToPicture")}
          firstKey={`answer-${conversation.key}`}
          answers={number}
          isPictureNeeded={asks === "picture"}
          answered={isPosted ? posted : undefined}
        />
      )}
    </Sheet>
  );
}
