import { isErased } from "#shop/erased.ts";
import { reasonOf } from "#shop/orders/reading/reason.ts";
import { AskedNote } from "#web/parts/order/asked-note.tsx";
import { ErasedNote } from "#web/parts/order/erased.tsx";
import type { ListedOrder } from "#web/parts/order/listed-order.ts";
import { OrderedName } from "#web/parts/order/ordered-name.tsx";
import { nameOfPayment } from "#web/parts/order/payment-methods.ts";
import { StatusBadge } from "#web/parts/order/status-badge.tsx";
import { Ticket } from "#web/parts/order/ticket.tsx";
import { CopyAllIds, Copyable, CopyOne } from "#web/parts/text/copyable.tsx";
import { Exact } from "#web/parts/text/exact.tsx";
import { Price } from "#web/parts/text/price.tsx";
import { When } from "#web/parts/text/time.tsx";
import type { Said } from "#web/say.ts";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { buttonStyle, ExternalLink, LinkButton } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { OrderCancellation } from "./order-history-cancellation.tsx";

/** How many IDs a card shows before the rest is collapsed. */
const IDS_SHOWN = 5;

/** One order as a ticket with its outcome; the stub has the request code and actions. [S2.20] */
export function OrderCard({ order, answered }: { order: ListedOrder; answered: Said | undefined }) {
  const texts = useTexts("account");
  const partsTexts = useTexts("parts");
  return (
    <Ticket
      isAcross
      stub={
        <div className="flex h-full flex-wrap justify-between gap-3 md:flex-col">
          <div>
            <span className="block text-sm text-soft">{texts("requestCode")}</span>
            <Copyable text={order.requestCode} name={texts("requestCodeName")} className="text-lg font-semibold" />
          </div>
          <div className="flex flex-wrap gap-2">
            <LinkButton to={`/order-status/${order.requestCode}`} variant="secondary">
              {texts("viewOrder")}
            </LinkButton>
            {order.mayCancel && <OrderCancellation order={order} answered={answered} />}
          </div>
        </div>
      }
    >
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <h2 className="min-w-0 text-lg text-wrap wrap-anywhere">
            <OrderedName order={order} />
          </h2>
          <StatusBadge status={order.status} />
        </div>
        <Outcome order={order} />
        <p className="flex flex-wrap gap-x-3 gap-y-1 text-soft">
          <span>
            <span className="figures">{order.quantity}</span> × <Price paise={order.pricePaise} />
          </span>
          <Price paise={order.totalPaise} className="font-semibold text-ink" />
          <span>{partsTexts(nameOfPayment(order))}</span>
        </p>
        <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
          <Moment name={texts("placed")} at={order.createdAt} />
          <Ending order={order} />
        </dl>
      </div>
    </Ticket>
  );
}

/** What was delivered, or why nothing was. */
function Outcome({ order }: { order: ListedOrder }) {
  const texts = useTexts("account");
  switch (order.status) {
    case "pending":
      return (
        <>
          {order.paymentVerified === false && <FailedVerification order={order} />}
          {!order.mayResendProof && <AskedNote order={order} />}
        </>
      );
    case "approved":
      return (
        <>
          <AskedNote order={order} />
          <ErasedNote deliveredIds={order.deliveredIds} giftCard={order.giftCard} proof={order.proof} quantity={order.quantity} />
          {!isErased(order.deliveredIds) && order.deliveredIds.length > 0 && (
            <DeliveredIds ids={order.deliveredIds.map(({ value }) => value)} />
          )}
          {order.downloadLink && (
            <ExternalLink href={order.downloadLink} className={buttonStyle({ variant: "secondary" }, "self-start")}>
              <Icon name="download" /> {texts("download")}
            </ExternalLink>
          )}
        </>
      );
    case "rejected":
    case "cancelled":
      return (
        <>
          <Reason text={reasonOf(order, (expiry) => texts("orderExpired", expiry))} />
          <ErasedNote giftCard={order.giftCard} proof={order.proof} quantity={order.quantity} />
        </>
      );
  }
}

function FailedVerification({ order: { requestCode, mayResendProof } }: { order: ListedOrder }) {
  const texts = useTexts("account");
  return (
    <Alert kind="error">
      <span className="flex flex-wrap items-center gap-x-2">
        <span>{texts("paymentVerificationFailed")}</span>
        {mayResendProof && (
          <LinkButton to={`/order-status/${requestCode}`} variant="quiet" className="-my-2 px-0">
            {texts("sendNewProof")}
          </LinkButton>
        )}
      </span>
    </Alert>
  );
}

function Reason({ text }: { text: string | null }) {
  const texts = useTexts("account");
  if (!text) return null;
  return (
    <div className="note bg-red-tint text-red-ink">
      <span className="font-semibold">{texts("reason")} </span>
      <span className="whitespace-pre-line">{text}</span>
    </div>
  );
}

/** How and when the order ended; renders nothing while it is pending. */
function Ending({ order }: { order: ListedOrder }) {
  const texts = useTexts("account");
  switch (order.status) {
    case "pending":
      return null;
    case "approved":
      return <Moment name={texts("delivered")} at={order.processedAt} />;
    case "rejected":
      return <Moment name={texts("rejected")} at={order.processedAt} />;
    case "cancelled":
      return <Moment name={texts("cancelled")} at={order.cancelledAt} />;
  }
}

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
  const texts = useTexts("account");
  const folded = ids.slice(IDS_SHOWN);
  return (
    <div className="flex flex-col gap-2 rounded-field bg-green-tint p-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold text-green-ink">{texts("yourIds", { count: ids.length })}</h3>
        {ids.length > 1 && <CopyAllIds ids={ids} />}
      </div>
      <IdList ids={ids.slice(0, IDS_SHOWN)} />
      {folded.length > 0 && (
        <details>
          <summary className="min-h-11 content-center font-semibold text-action">{texts("showMoreIds", { count: folded.length })}</summary>
          <IdList ids={folded} />
        </details>
      )}
    </div>
  );
}

function IdList({ ids }: { ids: string[] }) {
  const texts = useTexts("account");
  return (
    <ul className="rows">
      {ids.map((id) => (
        <li key={id} className="flex items-center gap-2">
          <Exact className="min-w-0 flex-1 select-all">{id}</Exact>
          <CopyOne text={id} name={texts("idName")} />
        </li>
      ))}
    </ul>
  );
}
