import { type MouseEvent, useEffectEvent, useLayoutEffect, useState } from "react";
import type { KeyIn } from "#messages/texts.ts";
import { APPROVAL_MAX_HOURS, HOUR_MS, REQUEST_ID_SHOWN_LENGTH, USER_ID_SHOWN_LENGTH } from "#shop/constants.ts";
import { mayApproveWithOthers } from "#shop/orders/decisions/approve/approve-several.ts";
import type { AdminOrder } from "#shop/orders/reading/order-view.ts";
import { recalledIn } from "#shop/orders/recalls/recall.ts";
import { ShortCode } from "#web/admin/frame/short-code.tsx";
import { useMay } from "#web/admin/frame/use-may.ts";
import { StatusBadge } from "#web/parts/order/status-badge.tsx";
import { OwnText } from "#web/parts/text/own-text.tsx";
import { Price } from "#web/parts/text/price.tsx";
import { When } from "#web/parts/text/time.tsx";
import { agoText } from "#web/parts/text/time-text.ts";
import { rich, useTexts } from "#web/texts.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Cell, Row } from "#web/ui/table.tsx";
import { ApproveOne } from "../approval/approve-one.tsx";
import { CHOSEN_NAME } from "../approval/chosen-orders.ts";
import { APPROVALS_FORM } from "../approval/order-approvals-bar.tsx";
import { RequestCodeLink } from "../order-code-link.tsx";
import { PaymentOfRow } from "../proof/payment-state.tsx";
import { type Answered, ManageOrder } from "./manage-order.tsx";
import { OrderState } from "./order-state.tsx";

/** The columns of the queue; the first has the checkboxes. [S2.28] */
export const queueColumns = [
  ...(["choose", "requestId", "product", "quantity", "date"] as const),
  ...(["amount", "requestCode", "userId", "payment", "actions"] as const),
] satisfies KeyIn<"adminQueue">[];

/** From this width on an order has room beside the list; the styles have the same. */
const ROOM_BESIDE = "(width >= 80rem)";

type Props = {
  order: AdminOrder;
  currency: string;
  now: Date;
  isOpen: boolean;
  /** Whether a decision about it is held back: it has left the list, and may come back. [S12.5] */
  isHeld: boolean;
  /** The address with this row opened or closed. */
  toToggled: string;
  /** Whether this order, or another one, is shown beside the list; null if none is. */
  beside: "this" | "other" | null;
  /** Shows this order beside the list, and moves the focus to it or not. */
  onBeside: (isFocused: boolean) => void;
  answered: Answered | undefined;
  onView: () => void;
  onDone: () => void;
  /** Called when the checkbox changes. */
  onChoose: () => void;
  /** Called when the row disappears while it has the focus. */
  onFocusLost: () => void;
};

/**
 * One order of the queue, with what Manage opens below. Once opened, that stays mounted while it is
 * closed, so that nothing typed is lost. An order that was decided here disappears at once. Without
 * the right to decide, the order's page takes the place of Manage. [S2.28] [S2.30] [S13.9]
 */
export function OrderRow({ order, currency, now, isOpen: isOpenIn, isHeld, toToggled, beside, answered, ...on }: Props) {
  const { onBeside, onView, onDone, onChoose, onFocusLost } = on;
  const [texts, frameTexts] = [useTexts("adminQueue"), useTexts("adminFrame")];
  const mayDecide = useMay()("decide-orders");
  const isOpen = isOpenIn && mayDecide;
  const [wasOpen, setWasOpen] = useState(isOpen);
  const [isDone, setDone] = useState(false);
  const { requestCode } = order;
  useFocusOfRow(requestCode, isHeld, onFocusLost);
  if (isOpen && !wasOpen) setWasOpen(true);
  if (isDone) return null;

  const done = () => {
    setDone(true);
    onDone();
  };
  const closeHandled = (event: MouseEvent) => {
    if (!isOpen || order.status === "pending") return;
    event.preventDefault();
    done();
  };
  const showBeside = (event: MouseEvent, isFocused: boolean) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || !window.matchMedia(ROOM_BESIDE).matches) return;
    event.preventDefault();
    onBeside(isFocused);
  };
  const toManage = mayDecide ? toToggled : `/admin/orders/${requestCode}`;
  const isChoosable = mayDecide && mayApproveWithOthers(order);
  const panel = `panel-${requestCode}`;
  return (
    <>
      <Row data-order={requestCode} hidden={isHeld} className={isOpen ? "queue-row queue-row-open" : "queue-row"}>
        <Cell className="queue-choose">
          {isChoosable && !isHeld && (
            <label>
              <span className="unseen">{rich(texts, "chooseOrder", { code: () => <span translate="no">{requestCode}</span> })}</span>
              <input
                type="checkbox"
                form={APPROVALS_FORM}
                name={CHOSEN_NAME}
                value={requestCode}
                onChange={onChoose}
                className="checkbox"
              />
            </label>
          )}
        </Cell>
        <Cell label={texts("requestId")}>
          <Prefix>{texts("id")}</Prefix>
          <ShortCode text={order.id} name={texts("nameOfRequestId")} length={REQUEST_ID_SHOWN_LENGTH} />
        </Cell>
        <Cell className="queue-product">
          <OwnText language={order.nameLanguage} className="queue-name" title={order.productName}>
            {order.productName}
          </OwnText>
          {order.quantity > 1 && <span className="figures xl:hidden">{`×\u00a0${order.quantity}`}</span>}
          <div className="queue-more">
            {order.status !== "pending" && <StatusBadge status={order.status} />}
            <MoneyBadge order={order} />
          </div>
        </Cell>
        <Cell label={texts("quantity")} className="queue-quantity figures">
          <span>{order.quantity}</span>
          {order.shortBy !== null && order.shortBy > 0 && <Lacking text={texts("shortBy", { n: order.shortBy })} />}
          {recalledIn(order) > 0 && <Lacking text={texts("recalledIds", { n: recalledIn(order) })} />}
        </Cell>
        <Cell label={texts("date")}>
          <Waiting since={order.createdAt} now={now} />
        </Cell>
        <Cell label={texts("amount")} className="font-semibold">
          <Price paise={order.totalPaise} label={currency} />
        </Cell>
        <Cell label={texts("requestCode")}>
          <RequestCodeLink requestCode={requestCode} onClick={isOpen ? undefined : (event) => showBeside(event, true)} />
        </Cell>
        <Cell label={texts("userId")}>
          <Prefix>{texts("user")}</Prefix>
          {order.userId ? (
            <ShortCode text={order.userId} name={texts("nameOfUserId")} length={USER_ID_SHOWN_LENGTH} />
          ) : (
            <span className="text-soft">{texts("guest")}</span>
          )}
        </Cell>
        <Cell label={texts("payment")}>
          <PaymentOfRow order={order} to={toManage} onView={onView} />
        </Cell>
        <Cell className="queue-actions">
          <OrderState order={order} />
          {isChoosable && !isOpen && <ApproveOne order={order} onDone={done} />}
          <LinkButton
            to={toManage}
            id={`manage-${requestCode}`}
            replace={mayDecide}
            preventScrollReset={mayDecide}
            variant="secondary"
            aria-expanded={beside || !mayDecide ? undefined : isOpen}
            aria-current={beside === "this" || undefined}
            onClick={beside || !mayDecide ? (event) => showBeside(event, !mayDecide) : closeHandled}
            aria-controls={wasOpen ? panel : undefined}
            className="queue-pick px-3 max-xl:w-full"
          >
            {mayDecide ? texts(isOpen ? "close" : "manage") : frameTexts("show")}
            <span translate="no" className="unseen">{` ${requestCode}`}</span>
          </LinkButton>
        </Cell>
      </Row>
      {wasOpen && beside !== "this" && (
        <Row id={panel} data-order={requestCode} hidden={!isOpen || isHeld} className="bg-sunk">
          <Cell colSpan={queueColumns.length}>
            <ManageOrder order={order} currency={currency} answered={answered} isOpen={isOpen} onDone={done} />
          </Cell>
        </Row>
      )}
    </>
  );
}

/** Calls back when the row disappears with the focus, which would be lost otherwise. */
function useFocusOfRow(requestCode: string, isHeld: boolean, onFocusLost: () => void): void {
  const lost = useEffectEvent(onFocusLost);
  useLayoutEffect(
    () => () => {
      const focused = document.activeElement?.closest<HTMLElement>("[data-order]");
      if (focused?.dataset.order === requestCode) lost();
    },
    [requestCode, isHeld],
  );
}

/** Says what a value of a card is. */
function Prefix({ children }: { children: string }) {
  return (
    <span aria-hidden="true" className="text-sm text-soft xl:hidden">
      {`${children} `}
    </span>
  );
}

/**
 * Marks a pending order that money came for: it is paid, or the payment is to be reviewed.
 * [S10.6] [S10.8]
 */
function MoneyBadge({ order: { status, paidAt, hasPaymentToReview } }: { order: AdminOrder }) {
  const texts = useTexts("adminQueue");
  if (status !== "pending" || (paidAt === null && !hasPaymentToReview)) return null;
  return (
    <Badge tone={paidAt ? "action" : "amber"} icon={paidAt ? "done" : "alert"}>
      {texts(paidAt ? "paidUnderReview" : "paymentToReview")}
    </Badge>
  );
}

/** What is wrong with the reserved IDs of an order: an imported one has too few, or some are recalled. [S15.11] */
function Lacking({ text }: { text: string }) {
  return (
    <span className="flex items-center gap-1 text-sm font-semibold text-red-ink md:whitespace-nowrap">
      <Icon name="alert" /> {text}
    </span>
  );
}

/** How long an order has waited; highlighted if longer than promised. [S1.2] [S2.28] */
function Waiting({ since, now }: { since: Date; now: Date }) {
  const texts = useTexts("adminQueue");
  const parts = useTexts("parts");
  const isLate = now.getTime() - since.getTime() > APPROVAL_MAX_HOURS * HOUR_MS;
  return (
    <>
      <span className={classNames("flex items-center gap-1 font-semibold sm:whitespace-nowrap", isLate && "text-red-ink")}>
        {isLate && <Icon name="alert" />}
        {isLate && <span className="unseen">{texts("late")}</span>}
        <span>{agoText(since, now, parts)}</span>
      </span>
      <span className="queue-day">
        <When at={since} as="date" />
      </span>
    </>
  );
}
