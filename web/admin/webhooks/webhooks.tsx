import type { KeyIn, Texts } from "#messages/texts.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { sectionPrint } from "#shop/settings/section-print.server.ts";
import { readAllSettings } from "#shop/settings/settings.server.ts";
import { type DeliveryState, deliveryStates, isDeliveryState } from "#shop/webhooks/delivery.ts";
import { listDeliveries } from "#shop/webhooks/list-deliveries.server.ts";
import type { Subscription, SubscriptionKind } from "#shop/webhooks/subscription.ts";
import { loadPush } from "#web/admin/push/load-push.server.ts";
import { PushCard } from "#web/admin/push/push-card.tsx";
import { OwnerEmailsSection } from "#web/admin/settings/owner-emails-section.tsx";
import { saveSection } from "#web/admin/settings/save-section.server.ts";
import type { SettingsAnswer } from "#web/admin/settings/settings-answer.ts";
import { SettingsForm } from "#web/admin/settings/settings-form.tsx";
import { SettingsFrame } from "#web/admin/settings/settings-frame.tsx";
import { requestContext } from "#web/context.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { usePosted } from "#web/parts/forms/use-posted.ts";
import { useLive } from "#web/parts/live/use-live.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { ListPages } from "#web/parts/text/list-pages.tsx";
import { orFail, say, withShownProblem } from "#web/say.ts";
import { textsOfPage, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { Table } from "#web/ui/table.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import type { Route } from "./+types/webhooks.ts";
import { DeliveryRow, deliveryColumns } from "./delivery-row.tsx";
import { ChatAddition, WebhookAddition } from "./subscription-additions.tsx";
import { SubscriptionCard } from "./subscription-card.tsx";
import { WebhookSecret } from "./webhook-secret.tsx";
import { stateWords } from "./webhook-words.ts";
import { problemIn, secretIn, type WebhooksAnswer } from "./webhooks-answer.ts";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "adminWebhooks")("webhooks"), matches),
  { name: "robots", content: "noindex" },
];

/** The section of the settings that this page is. */
const SECTION = "notifications";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const asked = searchParams.get("state");
  const state = isDeliveryState(asked) ? asked : null;
  const after = searchParams.get("after");
  const { services, visitor } = context.get(requestContext);
  if (!may(visitor, "own-shop")) throw say(context, rightMissing("own-shop"));
  const [listed, push] = await Promise.all([
    orFail(context, "failedToLoadSubscriptions", () => listDeliveries(services, visitor, { state, after })),
    loadPush(context),
  ]);
  if (!listed.ok) throw say(context, listed);
  const rows = listed.value.rows.map((row) => withShownProblem(context, row));
  const settings = await orFail(context, "failedToLoadSettings", () => readAllSettings(services, visitor));
  return { ...listed.value, rows, state, after, push, settings, seen: sectionPrint(settings, SECTION) };
}

/** Changes the settings of the emails to the owner. [S1.8] */
export function action({ request, context }: Route.ActionArgs) {
  return saveSection(request, context, SECTION);
}

export const clientAction = withToast("failedToSaveSettings");

const deliveryEvents = "/api/admin/deliveries/events";

/**
 * How the owner hears about orders: the messaging app, emails and other programs, and what was sent
 * to them with the responses, updated live. [S4.7]
 */
export default function Webhooks({ loaderData }: Pick<Route.ComponentProps, "loaderData">) {
  const { subscriptions, rows, next, state, after, push, settings, seen } = loaderData;
  useLive(deliveryEvents);
  const texts = useTexts("adminWebhooks");
  const posted = usePosted<WebhooksAnswer | SettingsAnswer>();
  const saved = posted && "section" in posted ? posted : undefined;
  const answered = posted && !("section" in posted) ? posted : undefined;
  const typed = answered?.ok === false ? answered.typed : undefined;
  const secret = secretIn(answered);
  const problem = problemIn(answered);
  return (
    <SettingsFrame section={SECTION} isWide>
      <div className="flex max-w-3xl flex-col gap-4">
        <p className="text-soft">{texts("intro")}</p>
        {answered && !typed && answered.sentence && <Alert kind={answered.ok ? "success" : "error"}>{answered.sentence}</Alert>}
        {problem !== null && <Alert kind="error">{texts("testNotArrived", { why: problem })}</Alert>}
        {secret && <WebhookSecret secret={secret.secret} />}
        <Sheet title={texts("yourMessagingApp")}>
          <p className="text-soft">{texts("yourMessagingAppHint")}</p>
          <Cards subscriptions={subscriptions} kind="bot" />
          <ChatAddition
            isFirst={subscriptions.every(({ kind }) => kind !== "bot")}
            answered={typed?.form === "chat" ? answered : undefined}
          />
        </Sheet>
        <PushCard push={push} />
        <SettingsForm section={SECTION} settings={settings} seen={seen} answered={saved} isPart>
          {(fields) => <OwnerEmailsSection fields={fields} />}
        </SettingsForm>
        <Sheet title={texts("otherPrograms")}>
          <p className="text-soft">{texts("otherProgramsHint")}</p>
          <Cards subscriptions={subscriptions} kind="webhook" />
          <WebhookAddition answered={typed?.form === "webhook" ? answered : undefined} />
        </Sheet>
      </div>
      <h2 className="mt-2 text-xl">{texts("deliveryLog")}</h2>
      <p className="-mt-3 max-w-2xl text-soft">{texts("deliveryLogHint")}</p>
      <Tabs label={texts("whichDeliveries")} look="pills" tabs={tabs(texts, state)} />
      {rows.length === 0 ? (
        <EmptyState icon="bolt" title={texts(state ? nothingInState[state] : "noDeliveriesYet")} />
      ) : (
        <Table caption={texts("deliveriesNewestFirst")} head={deliveryColumns.map((column) => texts(column))}>
          {rows.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} />
          ))}
        </Table>
      )}
      <ListPages toFirst={after ? address(state, null) : null} toNext={next ? address(state, next) : null} />
    </SettingsFrame>
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

const nothingInState = {
  waiting: "noWaitingDeliveries",
  sent: "noSentDeliveries",
  failed: "noFailedDeliveries",
} as const satisfies Record<DeliveryState, KeyIn<"adminWebhooks">>;

function tabs(texts: Texts<"adminWebhooks">, current: DeliveryState | null) {
  const all = { to: address(null, null), label: texts("allDeliveries"), isCurrent: current === null };
  const ofState = (state: DeliveryState) => ({ to: address(state, null), label: texts(stateWords[state]), isCurrent: state === current });
  return [all, ...deliveryStates.map(ofState)];
}

function address(state: DeliveryState | null, after: string | null): string {
  const params = new URLSearchParams();
  if (state) params.set("state", state);
  if (after) params.set("after", after);
  return params.size > 0 ? `/admin/settings/notifications?${params}` : "/admin/settings/notifications";
}
