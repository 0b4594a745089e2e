import { data } from "react-router";
import { messages } from "#shop/messages.ts";
import { findOrder } from "#shop/orders/orders.server.ts";
import { howToPayFor } from "#shop/orders/payment.ts";
import { refused } from "#shop/refusal.ts";
import { originContext, servicesContext, settingsContext, visitorContext } from "#web/context.ts";
import { ErrorPage, sentenceOfError } from "#web/parts/error-page.tsx";
import { pageTitle } from "#web/parts/page-title.ts";
import { usePosted } from "#web/parts/use-posted.ts";
import { orFail, type Said } from "#web/say.ts";
import { Alert } from "#web/ui/alert.tsx";
import type { Route } from "./+types/order-status.ts";
import { OrderStatus } from "./order-status-view.tsx";

export const meta: Route.MetaFunction = ({ params, matches }) => [
  ...pageTitle(params.requestCode, matches),
  { name: "robots", content: "noindex" },
];

export function headers() {
  return { "Cache-Control": "private, no-store", "X-Robots-Tag": "noindex" };
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const visitor = context.get(visitorContext);
  const order = await orFail(context, "failedToLoadOrderDetails", () => findOrder(services, visitor, params.requestCode));
  if (!order) throw data(refused("orderNotFound"), { status: 404 });

  return {
    order,
    howToPay: howToPayFor(order, context.get(settingsContext).howToPay),
    isGuest: visitor.kind === "guest",
    origin: context.get(originContext),
    now: services.now(),
  };
}

/** How an order stands, for whoever has its code; more of it for its buyer. [S2.15] */
export default function OrderStatusPage({ loaderData }: Pick<Route.ComponentProps, "loaderData">) {
  const said = usePosted<Said>();
  return (
    <>
      {said?.sentence && (
        <div className="frame max-w-4xl pt-6">
          <Alert kind={said.ok ? "success" : "error"}>{said.sentence}</Alert>
        </div>
      )}
      <OrderStatus {...loaderData} />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} sentence={sentenceOfError(error, messages.failedToLoadOrderDetails)} />;
}
