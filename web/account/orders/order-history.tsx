import { isRouteErrorResponse, useParams } from "react-router";
import type { KeyIn } from "#messages/texts.ts";
import { ORDERS_COUNTED_MAX } from "#shop/orders/constants.ts";
import { hasBrowserOrders } from "#shop/orders/reading/browser-orders.server.ts";
import { type OwnOrderFilter, ownOrderFilters, readOwnOrderFilter, statusOf } from "#shop/orders/reading/own-order-filter.ts";
import { readOwnHistory } from "#shop/orders/reading/own-orders.server.ts";
import { listViewedOrders } from "#shop/orders/reading/viewed-orders.server.ts";
import { requestContext } from "#web/context.ts";
import { withOwnNotes } from "#web/own-notes.ts";
import { usePosted } from "#web/parts/forms/use-posted.ts";
import { useClock } from "#web/parts/live/use-clock.ts";
import { ownEvents, useLive } from "#web/parts/live/use-live.ts";
import { useRecovery } from "#web/parts/live/use-recovery.ts";
import { listedOrder } from "#web/parts/order/listed-order.ts";
import { OrdersToAccount } from "#web/parts/order/orders-to-account.tsx";
import { TryAgain } from "#web/parts/site/try-again.tsx";
import { ListPages } from "#web/parts/text/list-pages.tsx";
import { PageNow } from "#web/parts/text/page-now.ts";
import { useCounted } from "#web/parts/text/use-counted.ts";
import { orFail, type Said } from "#web/say.ts";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import type { Route } from "./+types/order-history.ts";
import { OrderCard } from "./order-history-card.tsx";
import { useOrderChanges } from "./order-history-changes.ts";

/**
 * Loads the orders of a filter, the count of each filter, and whether this browser has guest orders
 * that are not in the account, and on the first page the orders of others that were added.
 * [S2.20] [S12.1] [S6.6]
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const { services, visitor } = context.get(requestContext);
  const filter = readOwnOrderFilter(searchParams.get("status"));
  const after = searchParams.get("after");
  const isFirst = filter === "all" && after === null;
  const [{ rows, next, counts }, hasMoreHere, shared] = await orFail(context, "failedToLoadOrders", () =>
    Promise.all([
      readOwnHistory(services, visitor, { status: statusOf(filter), after }),
      hasBrowserOrders(services, visitor),
      isFirst ? listViewedOrders(services, visitor) : [],
    ]),
  );
  return {
    counts,
    hasMoreHere,
    orders: rows.map((order) => withOwnNotes(context, listedOrder(order))),
    shared: shared.map((order) => withOwnNotes(context, listedOrder(order))),
    next,
    after,
    filter,
    now: services.now(),
  };
}

const filterNames = {
  all: "filterAll",
  pending: "filterPending",
  approved: "filterApproved",
  cancelled: "filterCancelled",
  rejected: "filterRejected",
} as const satisfies Record<OwnOrderFilter, KeyIn<"account">>;

/** Order History: a customer's orders, newest first, updated live. [S2.20] [S4.7] */
export default function OrderHistory({
  loaderData: { counts, hasMoreHere, orders, shared, next, after, filter, now },
}: Route.ComponentProps) {
  const texts = useTexts("account");
  const answer = usePosted<Said>();
  const { requestCode } = useParams();
  useLive(ownEvents);
  const clock = useClock(now.getTime());
  const changes = useOrderChanges(orders, filter, address(filter, after));
  const isCut = counts.all > ORDERS_COUNTED_MAX;
  const counted = useCounted(isCut);
  return (
    <section className="flex flex-col gap-4" aria-label={texts("orderHistory")}>
      <p role="status" className="unseen">
        {changes}
      </p>
      {answer?.ok && <Alert kind="success">{answer.sentence}</Alert>}
      {hasMoreHere && <OrdersToAccount sentence={texts("orderedWithoutLogin")} />}
      <Tabs
        label={texts("filterOrders")}
        look="pills"
        tabs={ownOrderFilters.map((name) => ({
          to: address(name, null),
          label: texts(filterNames[name]),
          ...((counts[name] > 0 || !isCut) && { count: counted(counts[name]) }),
          isCurrent: name === filter,
        }))}
      />
      {orders.length === 0 ? (
        <NoOrders filter={filter} />
      ) : (
        <PageNow value={clock}>
          <ul className="flex flex-col gap-4">
            {orders.map((order) => (
              <li key={order.id}>
                <OrderCard order={order} answered={requestCode === order.requestCode ? answer : undefined} />
              </li>
            ))}
          </ul>
        </PageNow>
      )}
      {shared.length > 0 && (
        <PageNow value={clock}>
          <h2 className="text-xl">{texts("sharedOrders")}</h2>
          <p className="text-soft">{texts("sharedOrdersLead")}</p>
          <ul className="flex flex-col gap-4">
            {shared.map((order) => (
              <li key={order.id}>
                <OrderCard order={order} answered={undefined} />
              </li>
            ))}
          </ul>
        </PageNow>
      )}
      <ListPages
        toFirst={after ? address(filter, null) : null}
        toNext={next ? address(filter, next) : null}
        nextText={texts("olderOrders")}
      />
    </section>
  );
}

/** `Failed to load orders`, while the rest of the account stays usable. [S8.4] */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const texts = useTexts("account");
  useRecovery(error);
  const said = isRouteErrorResponse(error) ? error.data : null;
  return (
    <Alert kind="error" actions={<TryAgain />}>
      {said?.incident ? texts("failedToLoadOrdersWithNumber", { incident: said.incident }) : texts("failedToLoadOrders")}
    </Alert>
  );
}

function NoOrders({ filter }: { filter: OwnOrderFilter }) {
  const texts = useTexts("account");
  return filter === "all" ? (
    <EmptyState icon="ticket" title={texts("noOrdersYet")} actions={<LinkButton to="/products">{texts("seeProducts")}</LinkButton>} />
  ) : (
    <EmptyState icon="ticket" title={texts("noOrdersInStatus", { status: filter })} />
  );
}

function address(filter: OwnOrderFilter, after: string | null): string {
  const params = new URLSearchParams();
  if (filter !== "all") params.set("status", filter);
  if (after) params.set("after", after);
  return params.size > 0 ? `/account?${params}` : "/account";
}
