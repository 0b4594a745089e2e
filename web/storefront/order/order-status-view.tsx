import { use } from "react";
import { Link } from "react-router";
import type { Texts } from "#messages/texts.ts";
import { isErased } from "#shop/erased.ts";
import { priceText } from "#shop/money.ts";
import type { OrderSharing } from "#shop/orders/access/order-views.server.ts";
import type { DeliveredId } from "#shop/orders/order.ts";
import type { PayingPart } from "#shop/orders/payment/attempts/paying-part.ts";
import type { ShownPayee } from "#shop/orders/payment/upi/show-payee.server.ts";
import type { OrderView, WholeOrder } from "#shop/orders/reading/order-view.ts";
import { reasonOf } from "#shop/orders/reading/reason.ts";
import { useReadyAtTouch } from "#web/page-scripts/use-preloaded-forms.ts";
import { useClock } from "#web/parts/live/use-clock.ts";
import { orderEvents, useLive } from "#web/parts/live/use-live.ts";
import { TicketButton } from "#web/parts/offline/ticket-button.tsx";
import { endOf } from "#web/parts/order/order-ending.tsx";
import { nameOfPayment, useHasPaymentInstructions } from "#web/parts/order/payment-methods.ts";
import { reviewRecord, useReviewWait } from "#web/parts/order/review-wait.ts";
import type { ShownConversation } from "#web/parts/order/shown-conversation.ts";
import { StatusBadge } from "#web/parts/order/status-badge.tsx";
import { StatusLine } from "#web/parts/order/status-line.tsx";
import { Ticket } from "#web/parts/order/ticket.tsx";
import { lazyPart } from "#web/parts/site/lazy-part.ts";
import { PageNow } from "#web/parts/text/page-now.ts";
import { Price } from "#web/parts/text/price.tsx";
import { When } from "#web/parts/text/time.tsx";
import { nearTimeText, timeText } from "#web/parts/text/time-text.ts";
import { useShopClock } from "#web/parts/text/use-shop-clock.ts";
import { rich, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { Facts, Sheet } from "#web/ui/sheet.tsx";
import { OrderKeeping } from "./access/order-access-sheet.tsx";
import { OrderSharingSheet } from "./access/order-sharing.tsx";
import { OrderMessages } from "./messages/order-messages-sheet.tsx";
import { answerOf } from "./order-answer.ts";
import { OrderCancellation } from "./order-cancellation-form.tsx";
import { DeliveredIds } from "./order-delivered-ids.tsx";
import { HowToPay, ToHowToPay } from "./order-how-to-pay.tsx";
import { OrderInstructions } from "./order-instructions.tsx";
import { mutations } from "./order-mutations.ts";
import { OrderStub } from "./order-stub.tsx";
import { EndedWays, StrangersWays } from "./order-ways.tsx";
import { PayingOfOrder } from "./payment/attempts/paying-of-order.tsx";
import { UpiOfOrder } from "./payment/upi/upi-of-order.tsx";
import { NewProof } from "./proofs/order-new-proof.tsx";
import { useWaiting } from "./use-seen-arriving.ts";

const ErasedNote = lazyPart(async () => (await import("#web/parts/order/erased.tsx")).ErasedNote);
const OrderQuestion = lazyPart(async () => (await import("./messages/order-question.tsx")).OrderQuestion);
const DownloadHint = lazyPart(async () => (await import("./order-download-notice.tsx")).DownloadHint);

/**
 * An order's page: state first, then IDs, details and private link. Follows pending orders, and
 * approved ones whose IDs may be replaced, and orders whose money goes back, and announces each
 * change. [S2.14] [S2.15] [S4.7] [S10.10]
 */
export function OrderStatus(props: Props) {
  const now = useClock(props.now.getTime());
  return (
    <PageNow value={now}>
      <OrderSheets {...props} />
    </PageNow>
  );
}

type Props = {
  order: OrderView;
  /** Empty if there is nothing to pay, or if there are no instructions. */
  howToPay: string;
  /** The language of the payment instructions, if it is not the page's. */
  howToPayLang?: string | undefined;
  /** Whom to pay by UPI; null if there is nothing to pay so. */
  payee: ShownPayee | null;
  /** How the payment at a provider stands; null for other orders. */
  paying: PayingPart | null;
  /** When the page was loaded, by the server's clock. */
  now: Date;
  origin: string;
  isGuest: boolean;
  /** Who else can read the order; null for strangers and a new order. */
  sharing?: OrderSharing | null;
  /** Whether the order's product is still on sale. */
  isOnSale?: boolean;
  isJustPlaced?: boolean;
  /** What was written about the order, and the key of the next message; null for who is not its buyer. */
  conversation?: ShownConversation | null;
  /** Whether this browser is told of the order's news by push. */
  isTold?: boolean;
};

function OrderSheets({
  order,
  howToPay,
  howToPayLang,
  payee,
  paying,
  now,
  origin,
  isGuest,
  isOnSale = true,
  isJustPlaced = false,
  sharing = null,
  conversation = null,
  isTold = false,
}: Props) {
  const isPending = order.status === "pending";
  const isFollowed =
    isPending ||
    conversation !== null ||
    order.status === "approved" ||
    (order.isWhole && (isMoneyToGoBack(order.moneyBack) || order.hasPaymentToReview));
  const isConnected = useLive(isFollowed ? orderEvents(order.requestCode) : null, now);
  useWaiting(order.requestCode, isPending);
  useReadyAtTouch(mutations);
  const texts = useTexts("order");
  const [partsTexts, clock] = [useTexts("parts"), useShopClock()];
  const hasPaymentInstructions = useHasPaymentInstructions();
  const wait = useReviewWait();
  const today = use(PageNow) ?? now;
  const whenText = (at: Date) => nearTimeText(at, today, clock, partsTexts) ?? timeText(at, clock, partsTexts);
  const ids = deliveredIn(order);
  const isEnded = order.status === "rejected" || order.status === "cancelled";
  const question = conversation?.question ?? null;
  const answer = answerOf(order, {
    now: today,
    paying,
    // A proof that failed says so itself.
    isAsked: question !== null && !(question.asks === "proof" && order.paymentVerified === false),
    timeText: whenText,
    hasPaymentInstructions,
    wait,
    record: reviewRecord(wait, partsTexts),
    texts,
  });

  return (
    <div className="frame flex max-w-4xl flex-col gap-6 py-6 sm:py-10">
      <Ticket isAcross stub={<OrderStub order={order} />}>
        <div className="flex flex-col gap-5">
          <div className="flex flex-col items-start gap-2" role="status">
            <StatusBadge status={order.status} />
            <h1 className="text-2xl sm:text-3xl">{answer.title}</h1>
            {ids.length === 0 && <p className="text-soft">{answer.next}</p>}
          </div>
          {ids.length > 0 && (
            <>
              <DeliveredIds
                requestCode={order.requestCode}
                ids={ids}
                claimUntil={order.status === "approved" && order.isWhole ? order.claimUntil : null}
                isBuyers={order.userId !== null}
              />
              <p className="text-soft print:hidden">{answer.next}</p>
              {order.userId !== null && <TicketButton requestCode={order.requestCode} version={ids.map(({ value }) => value).join("\n")} />}
            </>
          )}
          {conversation && question && question.asks !== "proof" && (
            <OrderQuestion requestCode={order.requestCode} conversation={conversation} question={question} />
          )}
          <NewProof key={order.requestCode} order={order} question={question} />
          <PayingOfOrder order={order} paying={paying} now={now} />
          <UpiOfOrder order={order} payee={payee} now={now} />
          {order.isWhole && isEnded && order.hasPaymentToReview && paying === null && <Alert kind="info">{texts("moneyInReview")}</Alert>}
          {order.isWhole && <MoneyBackNote moneyBack={order.moneyBack} />}
          {howToPay && <ToHowToPay paise={order.totalPaise} />}
          {order.isWhole && isEnded && (
            <>
              <Reason order={order} />
              <EndedWays order={order} isOnSale={isOnSale} />
            </>
          )}
          <StatusLine order={order} />
          {isPending && <LiveNote isConnected={isConnected} />}
        </div>
      </Ticket>

      {!order.isWhole && <StrangersWays order={order} isGuest={isGuest} isExplained={answer.next.endsWith(texts("idsForBuyerOnly"))} />}
      {order.isWhole && <Outcome order={order} howToPay={howToPay} lang={howToPayLang} />}

      {conversation && <OrderMessages key={`messages-${order.requestCode}`} requestCode={order.requestCode} conversation={conversation} />}

      <Sheet title={texts("details")} actions={<DetailsActions order={order} />}>
        <Details order={order} />
        {isJustPlaced && (
          <p className="text-soft">
            {rich(texts, "pageOfItsOwn", {
              link: (words) => (
                <Link to={`/order-status/${order.requestCode}`} className="font-medium text-action underline">
                  {words}
                </Link>
              ),
            })}
          </p>
        )}
      </Sheet>

      <OrderKeeping order={order} origin={origin} isGuest={isGuest} isTold={conversation || isJustPlaced ? isTold : null} />
      {sharing && <OrderSharingSheet order={order} sharing={sharing} />}
    </div>
  );
}

/** The IDs that this visitor may read; none before the delivery and after their erasure. */
function deliveredIn(order: OrderView): DeliveredId[] {
  if (!order.isWhole || order.status !== "approved" || isErased(order.deliveredIds)) return [];
  return order.deliveredIds;
}

function isMoneyToGoBack({ duePaise, sentPaise }: WholeOrder["moneyBack"]): boolean {
  return duePaise + sentPaise > 0;
}

/** What of the payment goes back to the buyer, is on its way, and arrived. [S10.8] [S10.10] */
function MoneyBackNote({ moneyBack: { duePaise, sentPaise, donePaise } }: Pick<WholeOrder, "moneyBack">) {
  const texts = useTexts("order");
  return (
    <>
      {duePaise > 0 && <Alert kind="info">{rich(texts, "refundDue", { price: () => <Price paise={duePaise} /> })}</Alert>}
      {sentPaise > 0 && <Alert kind="info">{rich(texts, "refundSent", { price: () => <Price paise={sentPaise} /> })}</Alert>}
      {donePaise > 0 && <Alert kind="info">{rich(texts, "refunded", { price: () => <Price paise={donePaise} /> })}</Alert>}
    </>
  );
}

/** What was delivered, or why nothing was. */
function Outcome({ order, howToPay, lang }: { order: WholeOrder; howToPay: string; lang: string | undefined }) {
  switch (order.status) {
    case "pending":
      return null;
    case "approved": {
      const { requestCode, downloadLink, deliveredIds } = order;
      return (
        <>
          {downloadLink && <DownloadHint requestCode={requestCode} link={downloadLink} />}
          {isAnyErased(order.giftCard, order.proof, deliveredIds) && (
            <ErasedNote deliveredIds={order.deliveredIds} giftCard={order.giftCard} proof={order.proof} quantity={order.quantity} />
          )}
          {!isErased(deliveredIds) && <OrderInstructions instructions={order.instructions} />}
          {howToPay && <HowToPay text={howToPay} lang={lang} paise={order.totalPaise} />}
        </>
      );
    }
    case "rejected":
    case "cancelled":
      return (
        isAnyErased(order.giftCard, order.proof) && <ErasedNote giftCard={order.giftCard} proof={order.proof} quantity={order.quantity} />
      );
  }
}

/** Why an order was rejected or expired, directly under its status. [S5.6] */
function Reason({ order }: { order: WholeOrder }) {
  const texts = useTexts("order");
  const reason = reasonOf(order, (expiry) => texts("orderExpired", expiry));
  return (
    reason && (
      <Alert kind="error">
        <strong>{texts("reason")}</strong> <span className="whitespace-pre-line">{reason}</span>
      </Alert>
    )
  );
}

function isAnyErased(...values: unknown[]): boolean {
  return values.some(isErased);
}

function LiveNote({ isConnected }: { isConnected: boolean }) {
  const texts = useTexts("order");
  return (
    <p className="scripted flex items-center gap-2 text-sm text-soft noscript:hidden print:hidden">
      <span className={isConnected ? "size-2 rounded-full bg-green" : "size-2 rounded-full bg-amber"} />
      {texts(isConnected ? "live" : "reconnecting")}
    </p>
  );
}

/**
 * Cancelling a pending order; the receipt of an approved one, and its credit notes. [S6.2] [S10.15]
 */
function DetailsActions({ order }: { order: OrderView }) {
  const texts = useTexts("order");
  if (!order.isWhole || order.receiptNumber === null) return <OrderCancellation order={order} />;
  const page = `/order-status/${order.requestCode}`;
  return (
    <>
      <LinkButton to={`${page}/receipt`} variant="quiet" className="max-sm:px-0 print:hidden">
        {texts("receiptLink", { number: order.receiptNumber })}
      </LinkButton>
      {order.creditNotes.map((number, n) => (
        <LinkButton key={number} to={`${page}/credit-notes/${n + 1}`} variant="quiet" className="max-sm:px-0 print:hidden">
          {texts("creditNoteLink", { number })}
        </LinkButton>
      ))}
    </>
  );
}

function Details({ order }: { order: OrderView }) {
  const [texts, partsTexts] = [useTexts("order"), useTexts("parts")];
  return (
    <Facts
      rows={[
        endOf(order, partsTexts),
        [texts("price"), <span key="price" translate="no">{`${priceText(order.pricePaise)} × ${order.quantity}`}</span>],
        [texts("payment"), partsTexts(nameOfPayment(order))],
        order.isWhole && order.paidAt && [texts("paid"), <When key="at" at={order.paidAt} />],
        order.isWhole && !order.paidAt && order.totalPaise > 0 && order.status === "approved" && [texts("paid"), texts("notPaidYet")],
        order.paymentMethod === "amazon" && [texts("giftCard"), giftCardWord(order, texts)],
        order.paymentMethod === "amazon" && [texts("paymentProof"), proofWord(order, texts)],
        order.paymentMethod === "amazon" && [texts("verification"), verificationWord(order.paymentVerified, texts)],
      ]}
    />
  );
}

/** A short code's last characters would reveal most of it, so they are not shown. [S2.15] */
function giftCardWord({ giftCard }: OrderView, texts: Texts<"order">): string {
  if (isErased(giftCard)) return texts("erased");
  if (giftCard?.last4) return texts("giftCardEnds", { last4: giftCard.last4 });
  return texts(giftCard ? "giftCardTooShort" : "giftCardMissing");
}

function verificationWord(paymentVerified: boolean | null, texts: Texts<"order">): string {
  if (paymentVerified === null) return texts("notCheckedYet");
  return texts(paymentVerified ? "verified" : "verificationFailed");
}

function proofWord({ proof }: OrderView, texts: Texts<"order">): string {
  if (isErased(proof)) return texts("erased");
  return texts(proof ? "proofReceived" : "proofMissing");
}
