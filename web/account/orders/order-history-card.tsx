import { messages } from "#shop/messages.ts";
import { paymentMethods } from "#shop/orders/order.ts";
import type { OrderView } from "#shop/orders/order-view.ts";
import { CopyAllIds, Copyable, CopyOne } from "#web/parts/copyable.tsx";
import { ErasedNote } from "#web/parts/erased.tsx";
import { Price } from "#web/parts/price.tsx";
import { StatusBadge } from "#web/parts/status-badge.tsx";
import { Ticket } from "#web/parts/ticket.tsx";
import { When } from "#web/parts/time.tsx";
import type { Said } from "#web/say.ts";
import { Alert } from "#web/ui/alert.tsx";
import { buttonLook, ExternalLink, LinkButton } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { OrderCancellation } from "./order-history-cancellation.tsx";

/** How many IDs a card shows before the others fold away. */
const IDS_SHOWN = 5;

/** One order as a ticket: what it was and what became of it; on its stub the code, and what can be done. [S2.20] */
export function OrderCard({ order, answered }: { order: OrderView; answered: Said | undefined }) {
  const { delivered } = order;
  const endedAt = order.cancelledAt ?? order.processedAt;
  return (
    <Ticket
      isAcross
      stub={
        <div className="flex h-full flex-col gap-3">
          <div>
            <span className="block text-sm text-soft">Request Code</span>
            <Copyable text={order.requestCode} name="request code" className="text-lg font-semibold" />
          </div>
          <div className="mt-auto flex flex-wrap gap-2">
            <LinkButton to={`/order-status/${order.requestCode}`} variant="secondary">
              View order
            </LinkButton>
            {order.mayCancel && <OrderCancellation order={order} answered={answered} />}
          </div>
        </div>
      }
    >
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <h2 className="min-w-0 text-lg">{order.productName}</h2>
          <StatusBadge status={order.status} />
        </div>
        <p className="flex flex-wrap gap-x-3 gap-y-1 text-soft">
          <span>
            <span className="figures">{order.quantity}</span> × <Price paise={order.pricePaise} />
          </span>
          <Price paise={order.totalPaise} className="font-semibold text-ink" />
          <span>{paymentMethods[order.paymentMethod]}</span>
        </p>
        <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
          <Moment name="Placed" at={order.createdAt} />
          {endedAt && <Moment name={endings[order.status]} at={endedAt} />}
        </dl>
        {order.status === "pending" && order.paymentVerified === false && (
          <Alert kind="error">
            <span className="flex flex-wrap items-center gap-x-2">
              {messages.paymentVerificationFailed}.
              {order.mayResendProof && (
                <LinkButton to={`/order-status/${order.requestCode}`} variant="quiet" className="-my-2 px-0!">
                  Send a new proof
                </LinkButton>
              )}
            </span>
          </Alert>
        )}
        {delivered?.reason && (
          <div className="rounded-field bg-red-tint px-4 py-3 text-red-ink">
            <span className="font-semibold">Reason: </span>
            <span className="whitespace-pre-line">{delivered.reason}</span>
          </div>
        )}
        {delivered && <ErasedNote erased={delivered.erased} ids={order.quantity} />}
        {delivered && delivered.deliveredIds.length > 0 && <DeliveredIds ids={delivered.deliveredIds} />}
        {delivered?.downloadLink && (
          <ExternalLink href={delivered.downloadLink} className={buttonLook({ variant: "secondary" }, "self-start")}>
            <Icon name="download" /> Download
          </ExternalLink>
        )}
      </div>
    </Ticket>
  );
}

const endings = { pending: "", approved: "Delivered", rejected: "Rejected", cancelled: "Cancelled" };

function Moment({ name, at }: { name: string; at: Date }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-soft">{name}</dt>
      <dd>
        <When at={at} />
      </dd>
    </div>
  );
}

function DeliveredIds({ ids }: { ids: string[] }) {
  const folded = ids.slice(IDS_SHOWN);
  return (
    <div className="flex flex-col gap-2 rounded-field bg-green-tint p-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold text-green-ink">{ids.length === 1 ? "Your ID" : `Your ${ids.length} IDs`}</h3>
        {ids.length > 1 && <CopyAllIds ids={ids} />}
      </div>
      <IdList ids={ids.slice(0, IDS_SHOWN)} />
      {folded.length > 0 && (
        <details>
          <summary className="min-h-11 content-center font-semibold text-action">Show {folded.length} more</summary>
          <IdList ids={folded} />
        </details>
      )}
    </div>
  );
}

function IdList({ ids }: { ids: string[] }) {
  return (
    <ul className="flex flex-col divide-y divide-green/30">
      {ids.map((id) => (
        <li key={id} className="flex items-center gap-2">
          <span className="code min-w-0 flex-1 break-all">{id}</span>
          <CopyOne text={id} name="ID" />
        </li>
      ))}
    </ul>
  );
}
