import type { ReactNode } from "react";
import { Link } from "react-router";
import { priceText } from "#shop/money.ts";
import type { OrderInDepth } from "#shop/orders/order-past.ts";
import { Copyable } from "#web/parts/copyable.tsx";
import { Price } from "#web/parts/price.tsx";
import { When } from "#web/parts/time.tsx";
import { Facts, Sheet } from "#web/ui/sheet.tsx";

const endings = { pending: "", approved: "Approved", rejected: "Rejected", cancelled: "Cancelled" };

/** What was ordered and when, every id whole, and why it was rejected. [S6.5] */
export function OrderDetails({ order, currency }: { order: OrderInDepth; currency: string }) {
  const endedAt = order.processedAt ?? order.cancelledAt;
  return (
    <Sheet title="Details">
      <Facts
        rows={[
          ["Product", <ProductName key="product" order={order} />],
          ["Quantity", order.quantity],
          ["Price", priceText(order.pricePaise, currency)],
          ["Amount", <Price key="amount" paise={order.totalPaise} label={currency} className="font-semibold" />],
          ["Ordered", <When key="at" at={order.createdAt} />],
          endedAt && [endings[order.status], <When key="at" at={endedAt} />],
          order.reason !== null && ["Reason", <Said key="reason">{order.reason}</Said>],
          ["Request ID", <CopyFact key="id" text={order.id} name="request ID" />],
          ["Product ID", <CopyFact key="product" text={order.productId} name="product ID" />],
          order.approvedBy !== null && ["Approved by", <CopyFact key="by" text={order.approvedBy} name="admin's ID" />],
        ]}
      />
    </Sheet>
  );
}

/** An id or an address in full, to be copied; its button does not push its line apart. */
export function CopyFact({ text, name }: { text: string; name: string }) {
  return (
    <span className="-my-2.5 block">
      <Copyable text={text} name={name} className="text-sm" />
    </span>
  );
}

/** Text as somebody typed it. */
export function Said({ children }: { children: ReactNode }) {
  return <span className="whitespace-pre-line wrap-anywhere">{children}</span>;
}

function ProductName({ order: { productId, productName, hasProduct } }: { order: OrderInDepth }) {
  if (!hasProduct) return <span className="wrap-anywhere">{productName} (deleted)</span>;
  return (
    <Link
      to={`/admin/dashboard/edit-product/${encodeURIComponent(productId)}`}
      className="-my-2.5 inline-flex min-h-11 items-center py-2.5 wrap-anywhere text-action underline underline-offset-4"
    >
      {productName}
    </Link>
  );
}
