import { useSearchParams } from "react-router";
import { besides } from "#web/parts/forms/besides.ts";
import type { TypedAnswer } from "#web/parts/forms/typed-fields.ts";
import { type Answer, useAnswer } from "#web/parts/forms/use-answer.ts";
import { MessageForm, Writing } from "#web/parts/order/message-form.tsx";
import { MessageList } from "#web/parts/order/message-list.tsx";
import { NewMessageCame } from "#web/parts/order/new-message-came.tsx";
import type { ShownConversation } from "#web/parts/order/shown-conversation.ts";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import type { Answered } from "../queue/manage-order.tsx";
import { AskFields } from "./ask-fields.tsx";
import { isAsking } from "./asking-address.ts";
import type { OfferedQuestion } from "./standard-questions.ts";

type Props = {
  requestCode: string;
  conversation: ShownConversation;
  /** The questions that the settings offer, in the order's language. */
  questions: readonly OfferedQuestion[];
  /** Whether this person may answer. */
  mayAnswer: boolean;
  answered: Answered | undefined;
};

/** What the buyer of an order and the shop wrote to each other, and the form to answer. [S14.1] [S14.7] */
export function OrderMessages({ requestCode, conversation, questions, mayAnswer, answered }: Props) {
  const texts = useTexts("orderMessages");
  const page = `/admin/orders/${requestCode}`;
  const asking = isAsking(useSearchParams()[0]);
  if (!mayAnswer && conversation.messages.length === 0) return null;
  const seen = conversation.messages.at(-1)?.number ?? 0;
  const posted = answered?.noun === "messages" ? (answered.answer as TypedAnswer) : undefined;
  return (
    <Sheet
      id="messages"
      title={texts("messages")}
      actions={
        mayAnswer &&
        conversation.waitsFor === "shop" && (
          <NoAnswerNeeded
            action={`${page}/no-answer-needed`}
            seen={seen}
            answered={answered?.noun === "no-answer-needed" ? answered.answer : undefined}
          />
        )
      }
    >
      <NewMessageCame messages={conversation.messages} isForShop />
      <MessageList requestCode={requestCode} conversation={conversation} isForShop toAll={`${page}?messages=all#messages`} />
      {mayAnswer && (
        <Writing isOpen={conversation.messages.length > 0 || posted !== undefined || asking} label={texts("writeToBuyer")}>
          <MessageForm
            action={`${page}/messages`}
            label={texts("messageToBuyer")}
            firstKey={conversation.key}
            seen={seen}
            answered={posted}
            more={(typed, refusal) => (
              <AskFields questions={questions} asks={typed?.asks ?? (asking ? "words" : undefined)} error={besides(refusal, "asks")} />
            )}
          />
        </Writing>
      )}
    </Sheet>
  );
}

function NoAnswerNeeded({ action, seen, answered }: { action: string; seen: number; answered: Answer | undefined }) {
  const texts = useTexts("orderMessages");
  const { Form, isBusy, refusal } = useAnswer(answered, () => {});
  return (
    <Form method="post" action={action}>
      <input type="hidden" name="seen" value={seen} />
      <Button type="submit" variant="quiet" icon="check" isBusy={isBusy}>
        {texts("noAnswerNeeded")}
      </Button>
      {refusal && <Alert kind="error">{refusal.sentence}</Alert>}
    </Form>
  );
}
