import { messages, sentence } from "#shop/messages.ts";
import type { Listener, ListenerKind } from "#shop/notices/listener.ts";
import { type NoticeState, noticeStates, noticeStateWords } from "#shop/notices/notice.ts";
import { ListPages } from "#web/parts/list-pages.tsx";
import { pageTitle } from "#web/parts/page-title.ts";
import { useLive } from "#web/parts/use-live.ts";
import { usePosted } from "#web/parts/use-posted.ts";
import { Alert } from "#web/ui/alert.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHead, Sheet } from "#web/ui/sheet.tsx";
import { Table } from "#web/ui/table.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import type { Route } from "./+types/webhooks.ts";
import { ChatAddition, WebhookAddition } from "./listener-additions.tsx";
import { ListenerCard } from "./listener-card.tsx";
import { NoticeRow, noticeColumns } from "./notice-row.tsx";
import { WebhookSecret } from "./webhook-secret.tsx";
import { problemIn, secretIn, type WebhooksAnswer } from "./webhooks-answer.ts";
import { loadWebhooks } from "./webhooks-load.server.ts";

export const meta: Route.MetaFunction = ({ matches }) => [...pageTitle("Webhooks", matches), { name: "robots", content: "noindex" }];

export function loader({ request, context }: Route.LoaderArgs) {
  return loadWebhooks(context, new URL(request.url));
}

const noticeEvents = "/api/admin/notices/events";

/** Who is told what happens: the owner's messaging app and other programs; and what was told, with what was answered. Both follow by themselves. [S4.7] */
export default function Webhooks({ loaderData: { listeners, rows, next, state, after } }: Pick<Route.ComponentProps, "loaderData">) {
  useLive(noticeEvents);
  const answered = usePosted<WebhooksAnswer>();
  const typed = answered?.ok === false ? answered.typed : undefined;
  const secret = secretIn(answered);
  const problem = problemIn(answered);
  return (
    <section className="flex flex-col gap-4">
      <PageHead title="Webhooks">
        Your messaging app, and other programs, can be told at once what happens here. They get an order's code, status, quantity and total,
        your chat the product's name too: never an ID, a gift card code or a key.
      </PageHead>
      {answered && !typed && answered.sentence && <Alert kind={answered.ok ? "success" : "error"}>{answered.sentence}</Alert>}
      {problem !== null && <Alert kind="error">{sentence("testNotArrived", problem)}</Alert>}
      {secret && <WebhookSecret secret={secret.secret} />}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Sheet title="Your messaging app">
          <p className="text-soft">A bot writes to you, or to a group, as soon as there is an order. It works with Telegram.</p>
          <Cards listeners={listeners} kind="bot" />
          <ChatAddition isFirst={listeners.every(({ kind }) => kind !== "bot")} answered={typed?.form === "chat" ? answered : undefined} />
        </Sheet>
        <Sheet title="Other programs">
          <p className="text-soft">
            A webhook sends a signed message to an address of yours. Any library for Standard Webhooks can check it with the secret.
          </p>
          <Cards listeners={listeners} kind="webhook" />
          <WebhookAddition
            isFirst={listeners.every(({ kind }) => kind !== "webhook")}
            answered={typed?.form === "webhook" ? answered : undefined}
          />
        </Sheet>
      </div>
      <h2 className="mt-2 text-xl">What was told</h2>
      <p className="-mt-3 max-w-2xl text-soft">
        The newest first. What does not arrive is tried again for 3 days. A notice is removed after 14 days.
      </p>
      <Tabs label="Which notices" look="pills" tabs={tabs(state)} />
      {rows.length === 0 ? (
        <EmptyState
          icon="bolt"
          title={state ? sentence("noNoticesInState", noticeStateWords[state].toLowerCase()) : messages.noNoticesYet}
        />
      ) : (
        <Table caption="Notices, newest first" head={noticeColumns}>
          {rows.map((notice) => (
            <NoticeRow key={notice.id} notice={notice} />
          ))}
        </Table>
      )}
      <ListPages toFirst={after ? address(state, null) : null} toNext={next ? address(state, next) : null} />
    </section>
  );
}

function Cards({ listeners, kind }: { listeners: Listener[]; kind: ListenerKind }) {
  const own = listeners.filter((listener) => listener.kind === kind);
  if (own.length === 0) return null;
  return (
    <ul className="flex flex-col gap-3">
      {own.map((listener) => (
        <li key={listener.id}>
          <ListenerCard listener={listener} />
        </li>
      ))}
    </ul>
  );
}

function tabs(current: NoticeState | null) {
  const all = { to: address(null, null), label: "All", isCurrent: current === null };
  const ofState = (state: NoticeState) => ({ to: address(state, null), label: noticeStateWords[state], isCurrent: state === current });
  return [all, ...noticeStates.map(ofState)];
}

function address(state: NoticeState | null, after: string | null): string {
  const params = new URLSearchParams();
  if (state) params.set("state", state);
  if (after) params.set("after", after);
  return params.size > 0 ? `/admin/webhooks?${params}` : "/admin/webhooks";
}
