import { Link } from "react-router";
import type { ListedNotice } from "#shop/notices/list-notices.server.ts";
import { type NoticeState, noticeStateWords, wordsOfEvent } from "#shop/notices/notice.ts";
import { When } from "#web/parts/time.tsx";
import { useAnswer } from "#web/parts/use-answer.ts";
import { Badge, type Tone } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import type { IconName } from "#web/ui/icon.tsx";
import { Cell, Row } from "#web/ui/table.tsx";

/** The columns of the list of notices. */
export const noticeColumns = ["What", "To", "State", "Answer", "Actions"];

/** A notice: what happened, who is told, what became of it and what was answered. */
export function NoticeRow({ notice }: { notice: ListedNotice }) {
  const { event, about, kind, to, state, createdAt } = notice;
  return (
    <Row>
      <Cell className="md:min-w-44">
        <span className="flex min-w-0 flex-col">
          <span className="font-semibold">{wordsOfEvent(event)}</span>
          {about && <About event={event} about={about} />}
          <span className="text-sm text-soft">
            <When at={createdAt} as="short" />
          </span>
        </span>
      </Cell>
      <Cell label="To">
        <span className="wrap-anywhere">{kind === "bot" ? `Chat ${to.replace("chat ", "")}` : to}</span>
      </Cell>
      <Cell label="State">
        <span className="flex flex-col items-start gap-1">
          <State state={state} />
          <Fate notice={notice} />
        </span>
      </Cell>
      <Cell label="Answer">
        <AnswerText notice={notice} />
      </Cell>
      <Cell>
        <SendAgain notice={notice} />
      </Cell>
    </Row>
  );
}

function About({ event, about }: { event: ListedNotice["event"]; about: string }) {
  if (event === "stock.low") return <span className="text-sm wrap-anywhere">{about}</span>;
  return (
    <Link to={`/admin/orders/${about}`} className="code inline-flex min-h-11 items-center self-start text-sm text-action underline">
      {about}
    </Link>
  );
}

const looks: Record<NoticeState, [Tone, IconName]> = {
  waiting: ["amber", "clock"],
  sent: ["green", "done"],
  failed: ["red", "alert"],
};

function State({ state }: { state: NoticeState }) {
  const [tone, icon] = looks[state];
  return (
    <Badge tone={tone} icon={icon}>
      {noticeStateWords[state]}
    </Badge>
  );
}

function Fate({ notice: { state, tries, triedAt, nextTryAt } }: { notice: ListedNotice }) {
  return (
    <span className="flex flex-col text-sm text-soft md:whitespace-nowrap">
      {triedAt && state === "sent" && <When at={triedAt} as="short" />}
      {(tries > 1 || (tries === 1 && state !== "sent")) && <span>{tries === 1 ? "Tried once" : `Tried ${tries} times`}</span>}
      {state === "waiting" && tries > 0 && nextTryAt && (
        <span>
          Again at <When at={nextTryAt} as="short" />
        </span>
      )}
    </span>
  );
}

function AnswerText({ notice: { answerStatus, answerText, problem } }: { notice: ListedNotice }) {
  if (answerStatus === null) return <span className="text-sm text-soft">{problem ?? "None yet"}</span>;
  return (
    <span className="flex max-w-80 min-w-0 flex-col text-sm">
      <span className="font-semibold">{answerStatus}</span>
      {answerText && <span className="code line-clamp-3 text-xs break-all text-soft">{answerText}</span>}
    </span>
  );
}

function SendAgain({ notice: { id, event, about } }: { notice: ListedNotice }) {
  const { Form, isBusy, refusal } = useAnswer(undefined, () => {});
  if (event === "test") return null;
  return (
    <Form method="post" action={`/admin/webhooks/notices/${encodeURIComponent(id)}/sending`}>
      <Button type="submit" variant="secondary" icon="send" isBusy={isBusy} className="whitespace-nowrap">
        Send again
        <span className="unseen">
          {" "}
          {wordsOfEvent(event)} {about}
        </span>
      </Button>
      {refusal && (
        <p role="alert" className="text-sm text-red-ink">
          {refusal.sentence}
        </p>
      )}
    </Form>
  );
}
