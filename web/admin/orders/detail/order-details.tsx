import type { ReactNode } from "react";
import { Link } from "react-router";
import { APPROVED_AS_FREE, isApprovedByMoney } from "#shop/orders/payment/order-payment.ts";
import type { OrderInDepth } from "#shop/orders/reading/order-past.ts";
import { reasonOf } from "#shop/orders/reading/reason.ts";
import { useMayOpen } from "#web/admin/frame/use-may.ts";
import { endOf } from "#web/parts/order/order-ending.tsx";
import { Copyable } from "#web/parts/text/copyable.tsx";
import { OwnText } from "#web/parts/text/own-text.tsx";
import { Price } from "#web/parts/text/price.tsx";
import { When } from "#web/parts/text/time.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { Facts, Sheet } from "#web/ui/sheet.tsx";

/** What was ordered and when, all IDs in full, and the reason of a rejection. [S6.5] */
export function OrderDetails({ order, currency }: { order: OrderInDepth; currency: string }) {
  const texts = useTexts("adminOrder");
  const parts = useTexts("parts");
  const reason = reasonOf(order, (expiry) => texts("expired", expiry));
  return (
    <Sheet title={texts("details")}>
      <Facts
        rows={[
          [texts("product"), <ProductName key="product" order={order} />],
          [texts("quantity"), order.quantity],
          [texts("price"), <Price key="price" paise={order.pricePaise} label={currency} />],
          [texts("amount"), <Price key="amount" paise={order.totalPaise} label={currency} className="font-semibold" />],
          [texts("ordered"), <When key="at" at={order.createdAt} />],
          endOf(order, parts),
          reason !== null && [texts("reason"), <Said key="reason">{reason}</Said>],
          [texts("requestId"), <CopyFact key="id" text={order.id} name={texts("nameOfRequestId")} />],
          [texts("productId"), <CopyFact key="product" text={order.productId} name={texts("nameOfProductId")} />],
          order.receiptNumber !== null && [
            texts("receipt"),
            <PaperLink key="receipt" order={order} to="receipt" number={order.receiptNumber} />,
          ],
          ...order.creditNotes.map(
            (number, n) =>
              [number, <PaperLink key={number} order={order} to={`credit-notes/${n + 1}`} number={number} />, texts("creditNote")] as const,
          ),
          order.status === "approved" && [texts("approvedBy"), <ApprovedBy key="by" id={order.approvedBy} name={order.approvedByName} />],
        ]}
      />
    </Sheet>
  );
}

/** A full ID or address with a copy button that does not increase the line height. */
export function CopyFact({ text, name }: { text: string; name: string }) {
  return (
    <span className="block [&_.button-icon]:-my-2.5">
      <Copyable text={text} name={name} className="text-sm" />
    </span>
  );
}

/** A link to a receipt or a credit note, which is printed. */
function PaperLink({ order: { requestCode }, to, number }: { order: OrderInDepth; to: string; number: string }) {
  return (
    <Link to={`/order-status/${requestCode}/${to}`} className="touch-link -my-2.5 py-2.5 underline underline-offset-4" translate="no">
      {number}
    </Link>
  );
}

/**
 * The admin's email address, or the user ID if the account was deleted; or the money that paid.
 * [S4.6] [S10.5]
 */
function ApprovedBy({ id, name }: { id: string; name: string | null }) {
  const texts = useTexts("adminOrder");
  if (id === APPROVED_AS_FREE) return texts("byShopAsFree");
  if (isApprovedByMoney(id)) return texts("byPayment");
  if (name !== null) return <span className="wrap-anywhere">{name}</span>;
  return <CopyFact text={id} name={texts("nameOfAdminId")} />;
}

/** Text as it was typed. */
export function Said({ children }: { children: ReactNode }) {
  return <span className="whitespace-pre-line wrap-anywhere">{children}</span>;
}

function ProductName({ order: { productId, productName, nameLanguage, hasProduct } }: { order: OrderInDepth }) {
  const texts = useTexts("adminOrder");
  const name = () => <OwnText language={nameLanguage}>{productName}</OwnText>;
  const mayOpen = useMayOpen();
  const to = `/admin/products/${encodeURIComponent(productId)}/edit`;
  if (!hasProduct) return <span className="wrap-anywhere">{rich(texts, "deletedProduct", { name })}</span>;
  if (!mayOpen(to)) return <span className="wrap-anywhere">{name()}</span>;
  return (
    <Link to={to} className="touch-link -my-2.5 py-2.5 wrap-anywhere underline underline-offset-4">
      {name()}
    </Link>
  );
}
