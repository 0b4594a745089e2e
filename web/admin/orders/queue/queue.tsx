import { requestContext } from "#web/context.ts";
import { withOwnNotes } from "#web/own-notes.ts";
import { usePosted } from "#web/parts/forms/use-posted.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { orFail } from "#web/say.ts";
import { textsOfPage } from "#web/texts.tsx";
import type { DecisionAnswer } from "../decision-answer.ts";
import { loadOrder } from "../detail/load-order.server.ts";
import type { OrderShown } from "../detail/order-sheets.tsx";
import type { Route } from "./+types/queue.ts";
import { loadOrders } from "./load-orders.server.ts";
import { PendingOrders } from "./pending-orders.tsx";
import { readQueueAddress } from "./queue-rows.ts";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "adminFrame")("pendingRequests"), matches),
  { name: "robots", content: "noindex" },
];

type Args = { request: Request; params: { requestCode?: string }; context: Route.LoaderArgs["context"] };

/**
 * Loads the queue and the order beside it, also for the answers of its mutations without
 * JavaScript. [S2.28] [S12.6]
 */
export async function loader({ request, params, context }: Args) {
  const { services, visitor, settings } = context.get(requestContext);
  const { searchParams } = new URL(request.url);
  const [page, beside] = await Promise.all([
    orFail(context, "failedToLoadOrders", () => loadOrders(services, visitor, searchParams, params.requestCode)),
    loadBeside(context, searchParams),
  ]);
  const orders = page.orders.map((order) => withOwnNotes(context, order));
  return { page: { ...page, orders }, beside, currency: settings.adminCurrency };
}

/** The order beside the queue, or null: none is open, or it does not exist. [S12.6] */
async function loadBeside(context: Args["context"], searchParams: URLSearchParams): Promise<OrderShown | null> {
  const { order } = readQueueAddress(searchParams);
  const shown = order === null ? null : await loadOrder(context, order);
  return shown?.ok ? shown.value : null;
}

/** Pending Requests. [S2.28] */
export default function QueuePage({ loaderData: { page, beside, currency } }: Pick<Route.ComponentProps, "loaderData">) {
  return <PendingOrders page={page} detail={beside} currency={currency} answered={usePosted<DecisionAnswer>()} />;
}
