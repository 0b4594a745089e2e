import { Link } from "react-router";
import type { KeyIn } from "#messages/texts.ts";
import type { DeliveryState } from "#shop/webhooks/delivery.ts";
import type { ListedDelivery } from "#shop/webhooks/list-deliveries.server.ts";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { When } from "#web/parts/text/time.tsx";
import { unseen } from "#web/parts/text/unseen.tsx";
import type { ShownText } from "#web/say.ts";
import { rich, useTexts } from "#web/texts.tsx";
import { Badge, type Tone } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import type { IconName } from "#web/ui/icon.tsx";
import { Cell, Row } from "#web/ui/table.tsx";
import { eventWords, stateWords } from "./webhook-words.ts";

export const deliveryColumns = ["what", "to", "state", "answer", "actions"] as const satisfies KeyIn<"adminWebhooks">[];

/** A delivery with its problem in the language of the page. */
type ShownDelivery = Omit<ListedDelivery, "problem"> & { problem: ShownText | null };

/** A delivery: event, recipient, state and response. */
export function DeliveryRow({ delivery }: { delivery: ShownDelivery }) {
  const texts = useTexts("adminWebhooks");
  const { event, about, kind, to, state, createdAt } = delivery;
  return (
    <Row>
      <Cell className="md:min-w-44">
        <span className="flex min-w-0 flex-col">
          <span className="font-semibold">{texts(eventWords[event])}</span>
          {about && <About event={event} about={about} />}
          <span className="text-sm text-soft">
            <When at={createdAt} as="short" />
          </span>
        </span>
      </Cell>
      <Cell label={texts("to")}>
        <span className="wrap-anywhere">{kind === "bot" ? texts("titleOfChat", { chat: to.replace("chat ", "") }) : to}</span>
      </Cell>
      <Cell label={texts("state")}>
        <span className="flex flex-col items-start gap-1">
          <State state={state} />
          <Fate delivery={delivery} />
        </span>
      </Cell>
      <Cell label={texts("answer")}>
        <AnswerText delivery={delivery} />
      </Cell>
      <Cell>
        <SendAgain delivery={delivery} />
      </Cell>
    </Row>
  );
}

function About({ event, about }: { event: ListedDelivery["event"]; about: string }) {
  if (event === "stock.low") return <span className="text-sm wrap-anywhere">{about}</span>;
  return (
    <Link to={`/admin/orders/${about}`} translate="no" className="code touch-link self-start text-sm underline">
      {about}
    </Link>
  );
}

const looks: Record<DeliveryState, [Tone, IconName]> = {
  waiting: ["amber", "clock"],
  sent: ["green", "done"],
  failed: ["red", "alert"],
};

function State({ state }: { state: DeliveryState }) {
  const texts = useTexts("adminWebhooks");
  const [tone, icon] = looks[state];
  return (
    <Badge tone={tone} icon={icon}>
      {texts(stateWords[state])}
    </Badge>
  );
}

function Fate({ delivery: { state, attempts, attemptedAt, nextAttemptAt } }: { delivery: ShownDelivery }) {
  const texts = useTexts("adminWebhooks");
  return (
    <span className="flex flex-col text-sm text-soft md:whitespace-nowrap">
      {attemptedAt && state === "sent" && <When at={attemptedAt} as="short" />}
      {(attempts > 1 || (attempts === 1 && state !== "sent")) && <span>{texts("triedTimes", { attempts })}</span>}
      {state === "waiting" && attempts > 0 && nextAttemptAt && (
        <span>{rich(texts, "againAt", { time: () => <When at={nextAttemptAt} as="short" /> })}</span>
      )}
    </span>
  );
}

function AnswerText({ delivery: { answerStatus, answerText, problem } }: { delivery: ShownDelivery }) {
  const texts = useTexts("adminWebhooks");
  if (answerStatus === null)
    return (
      <span lang={problem?.lang} className="text-sm text-soft">
        {problem?.text ?? texts("noAnswerYet")}
      </span>
    );
  return (
    <span className="flex max-w-80 min-w-0 flex-col text-sm">
      <span className="font-semibold">{answerStatus}</span>
      {answerText && (
        <span translate="no" className="code line-clamp-3 text-xs break-all text-soft">
          {answerText}
        </span>
      )}
    </span>
  );
}

function SendAgain({ delivery: { id, event, about } }: { delivery: ShownDelivery }) {
  const texts = useTexts("adminWebhooks");
  const { Form, isBusy, refusal } = useAnswer(undefined, () => {});
  if (event === "test") return null;
  return (
    <Form method="post" action={`/admin/settings/notifications/deliveries/${encodeURIComponent(id)}/sending`}>
      <Button type="submit" variant="secondary" icon="send" isBusy={isBusy} className="whitespace-nowrap">
        {rich(texts, "sendAgain", { event: texts(eventWords[event]), about: about ?? "", unseen })}
      </Button>
      {refusal && (
        <p role="alert" className="text-sm text-red-ink">
          {refusal.sentence}
        </p>
      )}
    </Form>
  );
}
