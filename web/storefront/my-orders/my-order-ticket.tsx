import { isErased } from "#shop/erased.ts";
import { reasonOf } from "#shop/orders/reading/reason.ts";
import { TicketButton } from "#web/parts/offline/ticket-button.tsx";
import { AskedNote } from "#web/parts/order/asked-note.tsx";
import type { ListedOrder } from "#web/parts/order/listed-order.ts";
import { OrderedName } from "#web/parts/order/ordered-name.tsx";
import { StatusBadge } from "#web/parts/order/status-badge.tsx";
import { Ticket } from "#web/parts/order/ticket.tsx";
import { CopyOne } from "#web/parts/text/copyable.tsx";
import { Exact } from "#web/parts/text/exact.tsx";
import { Price } from "#web/parts/text/price.tsx";
import { When } from "#web/parts/text/time.tsx";
import { useTexts } from "#web/texts.tsx";
import { LinkButton } from "#web/ui/button.tsx";

/** How many IDs a ticket shows; the order's page shows all. */
const IDS_SHOWN = 3;

/** A guest's order as a ticket: its IDs first, then what was ordered; the stub opens it. [S12.1] */
export function MyOrderTicket({ order }: { order: ListedOrder }) {
  const texts = useTexts("myOrders");
  return (
    <Ticket
      isAcross
      stub={
        <div className="flex h-full flex-wrap items-center justify-between gap-3 md:flex-col md:items-start">
          <span className="flex flex-col">
            <span className="text-sm text-soft">{texts("requestCode")}</span>
            <Exact className="font-semibold">{order.requestCode}</Exact>
          </span>
          <LinkButton
            to={`/order-status/${order.requestCode}`}
            variant="secondary"
            aria-label={texts("viewOrderNamed", { code: order.requestCode })}
          >
            {texts("viewOrder")}
          </LinkButton>
        </div>
      }
    >
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <StatusBadge status={order.status} />
          <span className="text-sm text-soft">
            <When at={order.createdAt} as="short" />
          </span>
        </div>
        <AskedNote order={order} />
        <MyIds order={order} />
        <div className="flex flex-col gap-0.5">
          <h2 className="text-lg text-wrap wrap-anywhere">
            <OrderedName order={order} />
          </h2>
          <p className="flex flex-wrap gap-x-3 text-soft">
            <span>{texts("ids", { count: order.quantity })}</span>
            <Price paise={order.totalPaise} />
          </p>
        </div>
        <Reason order={order} />
      </div>
    </Ticket>
  );
}

function MyIds({ order }: { order: ListedOrder }) {
  const texts = useTexts("myOrders");
  if (order.status !== "approved") return null;
  const { deliveredIds } = order;
  if (isErased(deliveredIds)) return <p className="note">{texts("idsErased")}</p>;
  return (
    <div className="flex flex-col gap-2">
      <ul className="flex flex-col gap-2">
        {deliveredIds.slice(0, IDS_SHOWN).map(({ value }) => (
          <li key={value} className="well flex items-center justify-between gap-2 py-1 ps-4 pe-1">
            <Exact className="min-w-0 text-lg font-semibold select-all">{value}</Exact>
            <CopyOne text={value} name={texts("theId")} />
          </li>
        ))}
      </ul>
      {deliveredIds.length > IDS_SHOWN && (
        <p className="text-sm text-soft">{texts("moreIds", { count: deliveredIds.length - IDS_SHOWN })}</p>
      )}
      <TicketButton isShort requestCode={order.requestCode} version={deliveredIds.map(({ value }) => value).join("\n")} />
    </div>
  );
}

function Reason({ order }: { order: ListedOrder }) {
  const texts = useTexts("myOrders");
  const text = reasonOf(order, (expiry) => texts("orderExpired", expiry));
  return text && <p className="note whitespace-pre-line">{text}</p>;
}
