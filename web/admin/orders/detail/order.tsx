import { useEffect, useEffectEvent, useRef } from "react";
import { data, useLocation } from "react-router";
import { findOrderInDepth } from "#shop/orders/order-in-depth.server.ts";
import { refusalStatus } from "#shop/refusal-status.ts";
import { servicesContext, settingsContext, visitorContext } from "#web/context.ts";
import { CopyOne } from "#web/parts/copyable.tsx";
import { pageTitle } from "#web/parts/page-title.ts";
import { StatusBadge } from "#web/parts/status-badge.tsx";
import { orderEvents, useLive } from "#web/parts/use-live.ts";
import { usePosted } from "#web/parts/use-posted.ts";
import { useReadyForms } from "#web/parts/use-ready-forms.ts";
import { orFail } from "#web/say.ts";
import { Alert } from "#web/ui/alert.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import type { Route } from "./+types/order.ts";
import { OrderBuyer } from "./order-buyer.tsx";
import { OrderDetails } from "./order-details.tsx";
import { OrderHandling } from "./order-handling.tsx";
import { OrderIds } from "./order-ids.tsx";
import { OrderLetters, OrderPast } from "./order-past.tsx";
import { OrderPayment } from "./order-payment-sheet.tsx";
import type { RequestAnswer } from "./request-answer.ts";
import type { Answered } from "./request-manage.tsx";

export const meta: Route.MetaFunction = ({ params, matches }) => [
  ...pageTitle(params.requestCode, matches),
  { name: "robots", content: "noindex" },
];

/** One order with everything, in one query beside the session. [S6.5] */
export async function loader({ params, context }: Route.LoaderArgs) {
  const order = await orFail(context, "failedToLoadOrderDetails", () =>
    findOrderInDepth(context.get(servicesContext), context.get(visitorContext), params.requestCode),
  );
  if (!order.ok) throw data(order, { status: refusalStatus[order.kind] });
  return { order: order.value, currency: context.get(settingsContext).adminCurrency };
}

const mutations = ["payment", "replacement", "private-link", "new-private-link"].map((noun) => `admin/order-${noun}`);

/** A page per order: what it is, what can be done with it, and all that happened to it. It follows the order by itself. [S4.6] [S4.7] [S6.5] */
export default function OrderPage({ loaderData: { order, currency } }: Pick<Route.ComponentProps, "loaderData">) {
  useLive(orderEvents(order.requestCode));
  const answered = useAnswered();
  const getReady = useEffectEvent(useReadyForms(mutations));
  useEffect(() => getReady(), []);
  const heading = useRef<HTMLHeadingElement>(null);
  const { requestCode } = order;
  const toHeading = () => heading.current?.focus();

  return (
    <article className="flex flex-col gap-4 sm:gap-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 flex-col items-start gap-2">
          <div className="flex max-w-full items-center gap-1">
            <h1 ref={heading} tabIndex={-1} className="min-w-0 text-2xl break-all sm:text-3xl">
              <span className="unseen">Order </span>
              <span className="code">{requestCode}</span>
            </h1>
            <CopyOne text={requestCode} name="request code" />
          </div>
          <span role="status">
            <StatusBadge status={order.status} />
          </span>
        </div>
        <LinkButton to={`/order-status/${requestCode}`} variant="secondary" icon="eye">
          What its buyer sees
        </LinkButton>
      </div>
      {answered?.answer.ok && <Alert kind="success">{answered.answer.sentence}</Alert>}
      <div className="grid items-start gap-4 sm:gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex min-w-0 flex-col gap-4 sm:gap-6">
          <OrderHandling key={requestCode} order={order} currency={currency} answered={answered} onDone={toHeading} />
          <OrderIds order={order} answered={answered} />
          <OrderDetails order={order} currency={currency} />
        </div>
        <div className="flex min-w-0 flex-col gap-4 sm:gap-6">
          <OrderPayment order={order} answered={answered} />
          <OrderBuyer order={order} answered={answered} />
          <OrderPast order={order} />
          <OrderLetters letters={order.letters} />
        </div>
      </div>
    </article>
  );
}

/** What a form that was sent without script was answered. */
function useAnswered(): Answered | undefined {
  const answer = usePosted<RequestAnswer>();
  const noun = useLocation().pathname.split("/").at(-1);
  return answer && noun ? { answer, noun } : undefined;
}
