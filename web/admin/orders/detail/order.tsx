import { useEffect, useEffectEvent, useRef } from "react";
import { redirect, useLocation } from "react-router";
import { findOrderInDepth } from "#shop/orders/reading/order-detail.server.ts";
import { readRequestCode } from "#shop/orders/request-code.ts";
import { showPayments } from "#web/admin/money/show-payments.server.ts";
import { requestContext } from "#web/context.ts";
import { withOwnNotes } from "#web/own-notes.ts";
import { useReadyForms } from "#web/page-scripts/use-preloaded-forms.ts";
import { usePosted } from "#web/parts/forms/use-posted.ts";
import { orderEvents, useLive } from "#web/parts/live/use-live.ts";
import { StatusBadge } from "#web/parts/order/status-badge.tsx";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { CopyOne } from "#web/parts/text/copyable.tsx";
import { orFail, say } from "#web/say.ts";
import { rich, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import type { RequestAnswer } from "../decision-answer.ts";
import type { Answered } from "../queue/manage-order.tsx";
import type { Route } from "./+types/order.ts";
import { OrderBuyer } from "./order-buyer.tsx";
import { OrderDetails } from "./order-details.tsx";
import { OrderHandling } from "./order-handling.tsx";
import { OrderIds } from "./order-ids.tsx";
import { OrderMoney } from "./order-money.tsx";
import { OrderEmails, OrderPast } from "./order-past.tsx";
import { OrderPayment } from "./order-payment-sheet.tsx";

export const meta: Route.MetaFunction = ({ params, matches }) => [
  ...pageTitle(params.requestCode, matches),
  { name: "robots", content: "noindex" },
];

/** Loads one order with everything about it. [S6.5] */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { services, visitor, settings } = context.get(requestContext);
  const code = readRequestCode(params.requestCode);
  if (code !== null && code !== params.requestCode) throw redirect(`/admin/orders/${code}`);
  const order = await orFail(context, "failedToLoadOrderDetails", () => findOrderInDepth(services, visitor, params.requestCode));
  if (!order.ok) throw say(context, order);
  const payments = showPayments(context, order.value.payments);
  return { order: withOwnNotes(context, order.value), payments, currency: settings.adminCurrency };
}

const mutations = ["payment", "payment-request", "replacement", "private-link", "new-private-link"].map(
  (noun) => `admin/orders/detail/order-${noun}`,
);

/** The page of an order: details, actions and history, updated live. [S4.6] [S4.7] [S6.5] */
export default function OrderPage({ loaderData: { order, payments, currency } }: Pick<Route.ComponentProps, "loaderData">) {
  useLive(orderEvents(order.requestCode));
  const texts = useTexts("adminOrder");
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
              {rich(texts, "heading", {
                hidden: (words) => <span className="unseen">{words}</span>,
                code: () => (
                  <span translate="no" className="code">
                    {requestCode}
                  </span>
                ),
              })}
            </h1>
            <CopyOne text={requestCode} name={texts("nameOfRequestCode")} />
          </div>
          <span role="status">
            <StatusBadge status={order.status} />
          </span>
        </div>
        <LinkButton to={`/order-status/${requestCode}`} variant="secondary" icon="eye">
          {texts("seeAsBuyer")}
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
          <OrderPayment order={order} currency={currency} answered={answered} />
          <OrderMoney payments={payments} requestCode={requestCode} currency={currency} />
          <OrderBuyer order={order} answered={answered} />
          <OrderPast order={order} />
          <OrderEmails emails={order.emails} />
        </div>
      </div>
    </article>
  );
}

/** The answer to a form sent without JavaScript. */
function useAnswered(): Answered | undefined {
  const answer = usePosted<RequestAnswer>();
  const noun = useLocation().pathname.split("/").at(-1);
  return answer && noun ? { answer, noun } : undefined;
}
