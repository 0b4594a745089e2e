import { type MouseEvent, useEffectEvent, useLayoutEffect, useState } from "react";
import { APPROVAL_MAX_HOURS, REQUEST_ID_SHOWN_LENGTH, USER_ID_SHOWN_LENGTH } from "#shop/constants.ts";
import { mayApproveWithOthers } from "#shop/orders/approve-several.ts";
import type { AdminOrder } from "#shop/orders/order-view.ts";
import { Price } from "#web/parts/price.tsx";
import { StatusBadge } from "#web/parts/status-badge.tsx";
import { When } from "#web/parts/time.tsx";
import { agoText } from "#web/parts/time-text.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Cell, Row } from "#web/ui/table.tsx";
import { APPROVALS_FORM } from "./request-approvals-bar.tsx";
import { RequestCodeLink } from "./request-code-link.tsx";
import { type Answered, RequestManage } from "./request-manage.tsx";
import { RequestPayment } from "./request-payment.tsx";
import { ShortCode } from "./request-short-code.tsx";
import { CHOSEN_NAME } from "./requests-chosen.ts";

/** The columns of the queue, after the one in which orders are chosen. [S2.28] */
export const requestColumns = ["Choose", "Request ID", "Product", "Qty", "Date", "Amount", "Request Code", "User ID", "Payment", "Actions"];

type Props = {
  order: AdminOrder;
  currency: string;
  now: Date;
  isOpen: boolean;
  /** Where the row is open when it is closed, and the other way round. */
  toToggled: string;
  answered: Answered | undefined;
  onView: () => void;
  onDone: () => void;
  /** A box was ticked or unticked. */
  onChoose: () => void;
  /** The row left by itself while it had the focus. */
  onFocusLost: () => void;
};

/**
 * One order of the queue, and under it what Manage opens. What was opened once stays in the page while it is closed, so that nothing typed is
 * lost; an order that was handled here leaves at once. [S2.28] [S2.30]
 */
export function RequestRow({ order, currency, now, isOpen, toToggled, answered, onView, onDone, onChoose, onFocusLost }: Props) {
  const [wasOpen, setWasOpen] = useState(isOpen);
  const [isDone, setDone] = useState(false);
  const { requestCode } = order;
  useFocusOfRow(requestCode, onFocusLost);
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
  const userId = order.userId ?? "guest";
  const panel = `panel-${requestCode}`;
  return (
    <>
      <Row
        data-order={requestCode}
        className={classNames("max-md:grid max-md:grid-cols-2 max-md:gap-x-4", isOpen ? "border-b-0 bg-sunk" : "bg-sheet")}
      >
        <Cell className="max-md:z-10 max-md:col-start-2 max-md:row-start-1 max-md:block! max-md:justify-self-end md:pe-0!">
          {mayApproveWithOthers(order) && (
            <label className="-m-2.5 grid size-11 place-items-center">
              <span className="unseen">Choose {requestCode}</span>
              <input
                type="checkbox"
                form={APPROVALS_FORM}
                name={CHOSEN_NAME}
                value={requestCode}
                onChange={onChoose}
                className="size-5 accent-action"
              />
            </label>
          )}
        </Cell>
        <Cell label="Request ID" className={classNames(half, "max-md:order-5")}>
          <Prefix>ID</Prefix>
          <ShortCode text={order.id} name="request ID" length={REQUEST_ID_SHOWN_LENGTH} />
        </Cell>
        <Cell className="max-md:col-span-full max-md:row-start-1 max-md:pe-12 max-md:text-lg md:min-w-28 md:max-w-64">
          <span className="line-clamp-2 font-semibold break-words" title={order.productName}>
            {order.productName}
          </span>
          {order.status !== "pending" && <StatusBadge status={order.status} className="justify-self-start" />}
        </Cell>
        <Cell label="Qty" className={classNames(half, "figures max-md:order-1")}>
          <Prefix>Qty</Prefix>
          {order.quantity}
          {order.shortBy !== null && order.shortBy > 0 && <ShortBy ids={order.shortBy} />}
        </Cell>
        <Cell label="Date" className={classNames(half, "max-md:order-3")}>
          <Waiting since={order.createdAt} now={now} />
        </Cell>
        <Cell label="Amount" className={classNames(half, "font-semibold max-md:order-2")}>
          <Price paise={order.totalPaise} label={currency} />
        </Cell>
        <Cell label="Request Code" className={classNames(half, "max-md:order-6")}>
          <RequestCodeLink requestCode={requestCode} />
        </Cell>
        <Cell label="User ID" className={classNames(half, "max-md:order-7")}>
          <Prefix>User</Prefix>
          {order.userId ? (
            <ShortCode text={userId} name="user ID" length={USER_ID_SHOWN_LENGTH} />
          ) : (
            <span className="text-soft">guest</span>
          )}
        </Cell>
        <Cell label="Payment" className={classNames(half, "max-md:order-4")}>
          <RequestPayment order={order} to={toToggled} onView={onView} />
        </Cell>
        <Cell className="max-md:order-8 max-md:self-end md:sticky md:end-0 md:bg-inherit">
          <LinkButton
            to={toToggled}
            id={`manage-${requestCode}`}
            replace
            preventScrollReset
            variant="secondary"
            aria-expanded={isOpen}
            onClick={closeHandled}
            aria-controls={wasOpen ? panel : undefined}
            className="px-3! max-md:w-full"
          >
            {isOpen ? "Close" : "Manage"}
            <span className="unseen"> {requestCode}</span>
          </LinkButton>
        </Cell>
      </Row>
      {wasOpen && (
        <Row id={panel} data-order={requestCode} hidden={!isOpen} className="bg-sunk">
          <Cell colSpan={requestColumns.length}>
            <RequestManage order={order} currency={currency} answered={answered} isOpen={isOpen} onDone={done} />
          </Cell>
        </Row>
      )}
    </>
  );
}

/** Says when the row goes while it has the focus, which else would be lost. */
function useFocusOfRow(requestCode: string, onFocusLost: () => void): void {
  const lost = useEffectEvent(onFocusLost);
  useLayoutEffect(
    () => () => {
      const focused = document.activeElement?.closest<HTMLElement>("[data-order]");
      if (focused?.dataset.order === requestCode) lost();
    },
    [requestCode],
  );
}

/** Half a card's width on a phone. A value that does not speak for itself there is led by its `Prefix`. */
const half = "max-md:block! max-md:before:hidden";

function Prefix({ children }: { children: string }) {
  return (
    <span aria-hidden="true" className="text-sm text-soft md:hidden">
      {children}{" "}
    </span>
  );
}

/** An order of the shop before for which not enough IDs were left: it is approved with some that the admin adds. */
function ShortBy({ ids }: { ids: number }) {
  return (
    <span className="flex items-center gap-1 text-sm font-semibold whitespace-nowrap text-red-ink">
      <Icon name="alert" className="size-4" /> {`Short by ${ids}`}
    </span>
  );
}

/** When an order came and how long it waits; one that waits longer than was promised stands out. [S1.2] [S2.28] */
function Waiting({ since, now }: { since: Date; now: Date }) {
  const isLate = now.getTime() - since.getTime() > APPROVAL_MAX_HOURS * 60 * 60 * 1_000;
  return (
    <>
      <span className={classNames("flex items-center gap-1 font-semibold whitespace-nowrap", isLate && "text-red-ink")}>
        {isLate && <Icon name="alert" className="size-4" />}
        {isLate && <span className="unseen">Late:</span>}
        {agoText(since, now)}
      </span>
      <span className="block text-sm whitespace-nowrap text-soft">
        <When at={since} as="date" />
      </span>
    </>
  );
}
