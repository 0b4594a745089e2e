import { useRef, useState } from "react";
import { languageOfWriting, textsIn } from "#messages/languages.ts";
import type { KeyIn } from "#messages/texts.ts";
import { listMessages } from "#shop/orders/messages/list-messages.server.ts";
import type { ListedMessage, MessageState } from "#shop/orders/messages/listed-message.ts";
import { settingIn } from "#shop/settings/shop-settings.ts";
import { requestContext } from "#web/context.ts";
import { type Answer, useAnswer } from "#web/parts/forms/use-answer.ts";
import { usePosted } from "#web/parts/forms/use-posted.ts";
import { useIncrease } from "#web/parts/live/use-increase.ts";
import { queueEvents, useLive } from "#web/parts/live/use-live.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { ListPages } from "#web/parts/text/list-pages.tsx";
import { orFail } from "#web/say.ts";
import { textsOfPage, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHead } from "#web/ui/sheet.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import type { Route } from "./+types/messages.ts";
import { ConversationCard } from "./conversation-card.tsx";
import { messagesAddress, replyStart, stateOf } from "./messages-address.ts";
import { MessageCard } from "./messages-card.tsx";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "adminMessages")("messages"), matches),
  { name: "robots", content: "noindex" },
];

/** Loads a page of orders' conversations and of messages from the contact page. [S2.27] [S14.8] */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const [state, after] = [stateOf(searchParams), searchParams.get("after")];
  const { services, visitor, settings } = context.get(requestContext);
  const page = await orFail(context, "failedToLoadMessages", () => listMessages(services, visitor, { state, after }));
  const rows = page.rows.map((row) => {
    if (row.kind === "order") return { ...row, language: row.text === null ? null : languageOfWriting(row.text) };
    const language = languageOfWriting(row.message);
    const shopName = settingIn(settings, "name", language).text;
    return { ...row, language, reply: replyStart(row.name, shopName, textsIn(language, "adminMessages")) };
  });
  return { ...page, rows, state, after };
}

/** Messages, by default those to answer, each with its answer and actions; live. [S2.27] [S4.7] [S14.8] */
export default function Messages({ loaderData }: Pick<Route.ComponentProps, "loaderData">) {
  const texts = useTexts("adminMessages");
  useLive(queueEvents);
  const { rows, next, state, after } = loaderData;
  const came = useNewcomers(rows, messagesAddress(state, after));
  const answered = usePosted<Answer>();
  const heading = useRef<HTMLHeadingElement>(null);
  const [address, setAddress] = useState<string | null>(null);
  const { Form, isBusy, refusal } = useAnswer(undefined, () => heading.current?.focus());
  const sending = { Form, refusal, busyWith: isBusy ? address : null, onSend: setAddress };
  return (
    <section className="flex flex-col gap-4">
      <PageHead
        title={
          <span ref={heading} tabIndex={-1} className="outline-none">
            {texts("messages")}
          </span>
        }
      >
        {texts("messagesLead")}
      </PageHead>
      <p role="status" className="unseen">
        {came > 0 && texts("newMessagesCame", { count: came })}
      </p>
      {refusal && <Alert kind="error">{refusal.sentence}</Alert>}
      {answered?.sentence && <Alert kind={answered.ok ? "success" : "error"}>{answered.sentence}</Alert>}
      <Tabs
        label={texts("whichMessages")}
        look="pills"
        tabs={states.map(([name, label]) => ({ to: messagesAddress(name), label: texts(label), isCurrent: name === state }))}
      />
      {rows.length === 0 ? (
        <EmptyState icon="mail" title={texts(nothing[state])}>
          {texts("messagesComeByThemselves")}
        </EmptyState>
      ) : (
        <ul className="flex flex-col gap-4">
          {rows.map((message) => (
            <li key={message.kind === "order" ? message.requestCode : message.id}>
              {message.kind === "order" ? (
                <ConversationCard conversation={message} />
              ) : (
                <MessageCard message={message} state={state} sending={sending} />
              )}
            </li>
          ))}
        </ul>
      )}
      <ListPages toFirst={after ? messagesAddress(state) : null} toNext={next ? messagesAddress(state, next) : null} />
    </section>
  );
}

/** How many messages arrived while this list was open. */
function useNewcomers(rows: ListedMessage[], list: string): number {
  const newest = Math.max(0, ...rows.map(({ at }) => at.getTime()));
  const [seen, setSeen] = useState({ list, newest });
  if (seen.list !== list) setSeen({ list, newest });
  return useIncrease(rows.filter((row) => row.at.getTime() > seen.newest && (row.kind === "contact" || row.side === "buyer")).length);
}

const states = [
  ["open", "openMessages"],
  ["waiting", "waitingMessages"],
  ["all", "allMessages"],
] as const satisfies [MessageState, KeyIn<"adminMessages">][];

const nothing = {
  open: "noOpenMessages",
  waiting: "noWaitingMessages",
  all: "noMessages",
} as const satisfies Record<MessageState, KeyIn<"adminMessages">>;
