import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { Link, useLocation } from "react-router";
import type { OrderInDepth } from "#shop/orders/reading/order-past.ts";
import type { ShownPayment } from "#web/admin/orders/payment/shown-payment.ts";
import { useReadyForms } from "#web/page-scripts/use-preloaded-forms.ts";
import { usePosted } from "#web/parts/forms/use-posted.ts";
import { orderEvents, useLive } from "#web/parts/live/use-live.ts";
import type { ShownConversation } from "#web/parts/order/shown-conversation.ts";
import { StatusBadge } from "#web/parts/order/status-badge.tsx";
import { CopyOne } from "#web/parts/text/copyable.tsx";
import { OwnText } from "#web/parts/text/own-text.tsx";
import { Price } from "#web/parts/text/price.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import type { DecisionAnswer } from "../decision-answer.ts";
import { OrderMessages } from "../messages/order-messages-sheet.tsx";
import type { OfferedQuestion } from "../messages/standard-questions.ts";
import type { Answered } from "../queue/manage-order.tsx";
import { OrderBuyer } from "./order-buyer.tsx";
import { OrderDetails } from "./order-details.tsx";
import { OrderHandling } from "./order-handling.tsx";
import { OrderIds } from "./order-ids.tsx";
import { OrderMoney } from "./order-money.tsx";
import { PaidOutside } from "./order-paid-outside.tsx";
import { OrderEmails, OrderPast } from "./order-past.tsx";
import { OrderPayment } from "./order-payment-sheet.tsx";

/** An order with everything that an admin sees of it. */
export type OrderShown = {
  order: OrderInDepth;
  payments: ShownPayment[];
  currency: string;
  conversation: ShownConversation;
  mayAnswer: boolean;
  questions: readonly OfferedQuestion[];
};

/**
 * Beside the queue: what leads away from it, and what happens once the order was decided. [S12.6]
 */
type Beside = { actions: ReactNode; onDecided: () => void };

const mutations = [
  ...["payment", "refund", "payment-request", "replacement", "private-link", "new-private-link"].map((noun) => `detail/order-${noun}`),
  "messages/order-messages",
  "messages/no-answer-needed",
].map((route) => `admin/orders/${route}`);

/**
 * An order: details, actions and history, updated live. It is a page of its own, or `beside` the
 * queue, whose page is updated already. [S4.6] [S4.7] [S6.5]
 */
export function OrderSheets({ order, payments, currency, conversation, questions, mayAnswer, beside }: OrderShown & { beside?: Beside }) {
  useLive(beside ? null : orderEvents(order.requestCode));
  const texts = useTexts("adminOrder");
  const answered = useAnswered();
  const getReady = useEffectEvent(useReadyForms(mutations));
  useEffect(() => getReady(), []);
  const heading = useRef<HTMLHeadingElement>(null);
  const { requestCode } = order;
  const toHeading = () => heading.current?.focus();
  const Heading = beside ? "h2" : "h1";

  return (
    <article className="flex flex-col gap-4 sm:gap-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 flex-col items-start gap-2">
          <div className="flex max-w-full items-center gap-1">
            <Heading ref={heading} tabIndex={-1} className={classNames("min-w-0 text-2xl break-all", !beside && "sm:text-3xl")}>
              {rich(texts, "heading", {
                hidden: (words) => <span className="unseen">{words}</span>,
                code: () => <Code requestCode={requestCode} isLink={beside !== undefined} />,
              })}
            </Heading>
            <CopyOne text={requestCode} name={texts("nameOfRequestCode")} />
          </div>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span role="status">
              <StatusBadge status={order.status} />
            </span>
            <WhatIsOrdered order={order} currency={currency} />
          </div>
        </div>
        <div className="actions">
          <LinkButton to={`/order-status/${requestCode}`} variant="secondary" icon="eye">
            {texts("seeAsBuyer")}
          </LinkButton>
          {beside?.actions}
        </div>
      </div>
      {answered?.answer.ok && <Alert kind="success">{answered.answer.sentence}</Alert>}
      <div className={classNames("grid items-start gap-4 sm:gap-6", !beside && "lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]")}>
        <div className="flex min-w-0 flex-col gap-4 sm:gap-6">
          <OrderHandling
            key={requestCode}
            {...{ order, currency, answered }}
            onDone={toHeading}
            onDecided={beside?.onDecided ?? toHeading}
          />
          <OrderMessages key={`messages-${requestCode}`} {...{ requestCode, conversation, questions, mayAnswer, answered }} />
          <OrderIds order={order} answered={answered} />
          <OrderDetails order={order} currency={currency} />
        </div>
        <div className="flex min-w-0 flex-col gap-4 sm:gap-6">
          <OrderPayment order={order} currency={currency} answered={answered} />
          <OrderMoney payments={payments} requestCode={requestCode} currency={currency} />
          <PaidOutside order={order} payments={payments} />
          <OrderBuyer order={order} answered={answered} />
          <OrderPast order={order} />
          <OrderEmails emails={order.emails} />
        </div>
      </div>
    </article>
  );
}

/** The order in one line: what is decided here. */
function WhatIsOrdered({ order, currency }: Pick<OrderShown, "order" | "currency">) {
  return (
    <p className="line-clamp-2 font-semibold wrap-anywhere">
      <OwnText language={order.nameLanguage}>{order.productName}</OwnText>
      {order.quantity > 1 && <span className="figures">{` ×\u00a0${order.quantity}`}</span>}
      <span className="text-soft"> · </span>
      <Price paise={order.totalPaise} label={currency} />
    </p>
  );
}

function Code({ requestCode, isLink }: { requestCode: string; isLink: boolean }) {
  const code = (
    <span translate="no" className="code">
      {requestCode}
    </span>
  );
  return isLink ? (
    <Link to={`/admin/orders/${requestCode}`} className="underline">
      {code}
    </Link>
  ) : (
    code
  );
}

/** The answer to a form sent without JavaScript. */
function useAnswered(): Answered | undefined {
  const answer = usePosted<DecisionAnswer>();
  const noun = useLocation().pathname.split("/").at(-1);
  return answer && noun ? { answer, noun } : undefined;
}
