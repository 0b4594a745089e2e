import { messages, sentence } from "#shop/messages.ts";
import { type DeliveryState, deliveryStates, deliveryStateWords, isDeliveryState } from "#shop/webhooks/delivery.ts";
import { listDeliveries } from "#shop/webhooks/list-deliveries.server.ts";
import type { Subscription, SubscriptionKind } from "#shop/webhooks/subscription.ts";
import { requestContext } from "#web/context.ts";
import { usePosted } from "#web/parts/forms/use-posted.ts";
import { useLive } from "#web/parts/live/use-live.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { ListPages } from "#web/parts/text/list-pages.tsx";
import { orFail, say } from "#web/say.ts";
import { Alert } from "#web/ui/alert.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHead, Sheet } from "#web/ui/sheet.tsx";
import { Table } from "#web/ui/table.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import type { Route } from "./+types/webhooks.ts";
import { DeliveryRow, deliveryColumns } from "./delivery-row.tsx";
import { ChatAddition, WebhookAddition } from "./subscription-additions.tsx";
import { SubscriptionCard } from "./subscription-card.tsx";
import { WebhookSecret } from "./webhook-secret.tsx";
import { problemIn, secretIn, type WebhooksAnswer } from "./webhooks-answer.ts";

export const meta: Route.MetaFunction = ({ matches }) => [...pageTitle("Webhooks", matches), { name: "robots", content: "noindex" }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const asked = searchParams.get("state");
  const state = isDeliveryState(asked) ? asked : null;
  const after = searchParams.get("after");
  const { services, visitor } = context.get(requestContext);
  const listed = await orFail(context, "failedToLoadListeners", () => listDeliveries(services, visitor, { state, after }));
  if (!listed.ok) throw say(listed);
  return { ...listed.value, state, after };
}

const deliveryEvents = "/api/admin/deliveries/events";

/**
 * The subscriptions of the owner's messaging app and other programs, and their deliveries with the
 * responses, updated live. [S4.7]
 */
export default function Webhooks({ loaderData: { subscriptions, rows, next, state, after } }: Pick<Route.ComponentProps, "loaderData">) {
  useLive(deliveryEvents);
  const answered = usePosted<WebhooksAnswer>();
  const typed = answered?.ok === false ? answered.typed : undefined;
  const secret = secretIn(answered);
  const problem = problemIn(answered);
  return (
    <section className="flex flex-col gap-4">
      <PageHead title="Webhooks">
        Notify your messaging app and other programs at once of what happens here. They get an order's code, status, quantity and total,
        your chat the product's name too: never an ID, a gift card code or a key.
      </PageHead>
      {answered && !typed && answered.sentence && <Alert kind={answered.ok ? "success" : "error"}>{answered.sentence}</Alert>}
      {problem !== null && <Alert kind="error">{sentence("testNotArrived", problem)}</Alert>}
      {secret && <WebhookSecret secret={secret.secret} />}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Sheet title="Your messaging app">
          <p className="text-soft">A bot writes to you, or to a group, as soon as there is an order. It works with Telegram.</p>
          <Cards subscriptions={subscriptions} kind="bot" />
          <ChatAddition
            isFirst={subscriptions.every(({ kind }) => kind !== "bot")}
            answered={typed?.form === "chat" ? answered : undefined}
          />
        </Sheet>
        <Sheet title="Other programs">
          <p className="text-soft">
            A webhook sends a signed message to an address of yours. Any library for Standard Webhooks can check it with the secret.
          </p>
          <Cards subscriptions={subscriptions} kind="webhook" />
          <WebhookAddition
            isFirst={subscriptions.every(({ kind }) => kind !== "webhook")}
            answered={typed?.form === "webhook" ? answered : undefined}
          />
        </Sheet>
      </div>
      <h2 className="mt-2 text-xl">Delivery log</h2>
      <p className="-mt-3 max-w-2xl text-soft">Newest first. Failed deliveries are tried again for 3 days. Deleted after 90 days.</p>
      <Tabs label="Which deliveries" look="pills" tabs={tabs(state)} />
      {rows.length === 0 ? (
        <EmptyState
          icon="bolt"
          title={state ? sentence("noNoticesInState", deliveryStateWords[state].toLowerCase()) : messages.noNoticesYet}
        />
      ) : (
        <Table caption="Deliveries, newest first" head={deliveryColumns}>
          {rows.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} />
          ))}
        </Table>
      )}
      <ListPages toFirst={after ? address(state, null) : null} toNext={next ? address(state, next) : null} />
    </section>
  );
}

function Cards({ subscriptions, kind }: { subscriptions: Subscription[]; kind: SubscriptionKind }) {
  const own = subscriptions.filter((subscription) => subscription.kind === kind);
  if (own.length === 0) return null;
  return (
    <ul className="flex flex-col gap-3">
      {own.map((subscription) => (
        <li key={subscription.id}>
          <SubscriptionCard subscription={subscription} />
        </li>
      ))}
    </ul>
  );
}

function tabs(current: DeliveryState | null) {
  const all = { to: address(null, null), label: "All", isCurrent: current === null };
  const ofState = (state: DeliveryState) => ({ to: address(state, null), label: deliveryStateWords[state], isCurrent: state === current });
  return [all, ...deliveryStates.map(ofState)];
}

function address(state: DeliveryState | null, after: string | null): string {
  const params = new URLSearchParams();
  if (state) params.set("state", state);
  if (after) params.set("after", after);
  return params.size > 0 ? `/admin/webhooks?${params}` : "/admin/webhooks";
}
