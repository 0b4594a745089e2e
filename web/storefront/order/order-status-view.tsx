import { Link } from "react-router";
import { priceText } from "#shop/money.ts";
import { paymentMethods } from "#shop/orders/order.ts";
import type { OrderView } from "#shop/orders/order-view.ts";
import { Copyable } from "#web/parts/copyable.tsx";
import { lazyPart } from "#web/parts/lazy-part.ts";
import { Price } from "#web/parts/price.tsx";
import { StatusBadge } from "#web/parts/status-badge.tsx";
import { StatusLine } from "#web/parts/status-line.tsx";
import { Ticket } from "#web/parts/ticket.tsx";
import { When } from "#web/parts/time.tsx";
import { orderEvents, useLive } from "#web/parts/use-live.ts";
import { useReadyAtTouch } from "#web/parts/use-ready-forms.ts";
import { useShopClock } from "#web/parts/use-shop-clock.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Facts, Sheet } from "#web/ui/sheet.tsx";
import { answerOf } from "./order-answer.ts";
import { OrderCancellation } from "./order-cancellation-form.tsx";
import { DeliveredIds } from "./order-delivered-ids.tsx";
import { HowToPay, ToHowToPay } from "./order-how-to-pay.tsx";
import { OrderKeeping } from "./order-keeping.tsx";
import { NewProof } from "./order-new-proof.tsx";
import { useWaiting } from "./use-seen-arriving.ts";

const ErasedNote = lazyPart(async () => (await import("#web/parts/erased.tsx")).ErasedNote);
const DownloadNotice = lazyPart(async () => (await import("./order-download-notice.tsx")).DownloadNotice);

const mutations = ["cancellation", "proof", "private-link", "adoption"].map((noun) => `storefront/order-${noun}`);

/**
 * An order as its page: the answer first, then the IDs, then the details, then the private link. It follows the order while it is pending,
 * and an approved one, whose dead IDs may be replaced, and says each change aloud. [S2.14] [S2.15] [S4.7]
 */
export function OrderStatus({
  order,
  howToPay,
  now,
  origin,
  isGuest,
  isJustPlaced = false,
}: {
  order: OrderView;
  /** Empty where there is nothing to pay, or nothing to say about it. */
  howToPay: string;
  now: Date;
  origin: string;
  isGuest: boolean;
  isJustPlaced?: boolean;
}) {
  const isPending = order.status === "pending";
  const isConnected = useLive(isPending || order.status === "approved" ? orderEvents(order.requestCode) : null, now);
  useWaiting(order.requestCode, isPending);
  useReadyAtTouch(mutations);
  const answer = answerOf(order, now, useShopClock());

  return (
    <div className="frame flex max-w-4xl flex-col gap-6 py-6 sm:py-10">
      <Ticket isAcross stub={<Stub order={order} />}>
        <div className="flex flex-col gap-6">
          <div className="flex flex-col items-start gap-2" role="status">
            <StatusBadge status={order.status} />
            <h1 className="text-2xl sm:text-3xl">{answer.title}</h1>
            <p className="text-soft">{answer.next}</p>
            {howToPay && <ToHowToPay paise={order.totalPaise} />}
          </div>
          <StatusLine order={order} />
          {isPending && <LiveNote isConnected={isConnected} />}
        </div>
      </Ticket>

      {order.delivered?.downloadLink && <DownloadNotice requestCode={order.requestCode} link={order.delivered.downloadLink} />}
      {order.delivered && Object.values(order.delivered.erased).some(Boolean) && (
        <ErasedNote erased={order.delivered.erased} ids={order.quantity} />
      )}
      {order.delivered && order.delivered.deliveredIds.length > 0 && (
        <DeliveredIds requestCode={order.requestCode} ids={order.delivered.deliveredIds} replacedAt={order.delivered.replacedAt} />
      )}
      {howToPay && <HowToPay text={howToPay} paise={order.totalPaise} />}
      {order.delivered?.reason && (
        <Alert kind="error">
          <strong>Reason:</strong> <span className="whitespace-pre-line">{order.delivered.reason}</span>
        </Alert>
      )}
      <NewProof key={order.requestCode} order={order} />

      <Sheet title="Details" actions={<OrderCancellation order={order} />}>
        <Details order={order} />
        {isJustPlaced && (
          <p className="text-soft">
            This order has{" "}
            <Link to={`/order-status/${order.requestCode}`} className="font-medium text-action underline">
              a page of its own
            </Link>
            , which you find again by its request code.
          </p>
        )}
      </Sheet>

      <OrderKeeping order={order} origin={origin} isGuest={isGuest} />
    </div>
  );
}

function Stub({ order }: { order: OrderView }) {
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-3">
      <div className="col-span-2 min-w-0">
        <dt className="text-sm text-soft">Request code</dt>
        <dd className="-my-1">
          <Copyable text={order.requestCode} name="the request code" className="text-xl font-bold" />
        </dd>
      </div>
      <div className="col-span-2 min-w-0">
        <dt className="text-sm text-soft">Product</dt>
        <dd className="font-semibold">{order.productName}</dd>
      </div>
      <div>
        <dt className="text-sm text-soft">Quantity</dt>
        <dd className="figures text-lg font-semibold">{order.quantity}</dd>
      </div>
      <div className="text-end">
        <dt className="text-sm text-soft">Amount</dt>
        <dd>
          <Price paise={order.totalPaise} className="text-lg font-semibold" />
        </dd>
      </div>
    </dl>
  );
}

function LiveNote({ isConnected }: { isConnected: boolean }) {
  return (
    <p className="scripted flex items-center gap-2 text-sm text-soft">
      <span className={isConnected ? "size-2 rounded-full bg-green" : "size-2 rounded-full bg-amber"} />
      {isConnected ? "This page is live: it changes by itself." : "Connecting again…"}
    </p>
  );
}

function Details({ order }: { order: OrderView }) {
  const { processedAt, cancelledAt, delivered } = order;
  const paidAt = delivered?.paidAt ?? null;
  return (
    <Facts
      rows={[
        ["Ordered", <When key="at" at={order.createdAt} />],
        processedAt && [order.status === "approved" ? "Approved" : "Rejected", <When key="at" at={processedAt} />],
        cancelledAt && ["Cancelled", <When key="at" at={cancelledAt} />],
        ["Price", `${priceText(order.pricePaise)} × ${order.quantity}`],
        ["Payment", paymentMethods[order.paymentMethod]],
        paidAt && ["Paid", <When key="at" at={paidAt} />],
        delivered && !paidAt && order.status === "approved" && ["Paid", "Not yet"],
        order.paymentMethod === "amazon" && ["Gift card", giftCardWord(order)],
        order.paymentMethod === "amazon" && ["Payment proof", proofWord(order)],
        order.paymentMethod === "amazon" && ["Verification", verificationWord(order.paymentVerified)],
      ]}
    />
  );
}

/** The end of a short code would tell most of it: then only that there is one. [S2.15] */
function giftCardWord({ giftCardLast4, hasGiftCardCode }: OrderView): string {
  if (giftCardLast4) return `ends in ${giftCardLast4}`;
  return hasGiftCardCode ? "Given, too short to show its end" : "Not provided";
}

function verificationWord(paymentVerified: boolean | null): string {
  if (paymentVerified === null) return "Not checked yet";
  return paymentVerified ? "Verified" : "Failed";
}

function proofWord({ hasProof, delivered }: OrderView): string {
  if (delivered?.erased.proofAt) return "Erased";
  return hasProof ? "Received" : "Not received";
}
