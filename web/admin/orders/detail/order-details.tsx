import type { ReactNode } from "react";
import { Link } from "react-router";
import type { OrderInDepth } from "#shop/orders/reading/order-past.ts";
import { reasonOf } from "#shop/orders/reading/reason.ts";
import { endOf } from "#web/parts/order/order-ending.tsx";
import { Copyable } from "#web/parts/text/copyable.tsx";
import { Price } from "#web/parts/text/price.tsx";
import { When } from "#web/parts/text/time.tsx";
import { useTexts } from "#web/texts.tsx";
import { Facts, Sheet } from "#web/ui/sheet.tsx";

/** What was ordered and when, all IDs in full, and the reason of a rejection. [S6.5] */
export function OrderDetails({ order, currency }: { order: OrderInDepth; currency: string }) {
  const reason = reasonOf(order);
  return (
    <Sheet title="Details">
      <Facts
        rows={[
          ["Product", <ProductName key="product" order={order} />],
          ["Quantity", order.quantity],
          ["Price", <Price key="price" paise={order.pricePaise} label={currency} />],
          ["Amount", <Price key="amount" paise={order.totalPaise} label={currency} className="font-semibold" />],
          ["Ordered", <When key="at" at={order.createdAt} />],
          endOf(order, useTexts("parts")),
          reason !== null && ["Reason", <Said key="reason">{reason}</Said>],
          ["Request ID", <CopyFact key="id" text={order.id} name="request ID" />],
          ["Product ID", <CopyFact key="product" text={order.productId} name="product ID" />],
          order.status === "approved" && ["Approved by", <ApprovedBy key="by" id={order.approvedBy} name={order.approvedByName} />],
        ]}
      />
    </Sheet>
  );
}

/** A full ID or address with a copy button that does not increase the line height. */
export function CopyFact({ text, name }: { text: string; name: string }) {
  return (
    <span className="-my-2.5 block">
      <Copyable text={text} name={name} className="text-sm" />
    </span>
  );
}

/** The admin's email address, or the user ID if the account was deleted. [S4.6] */
function ApprovedBy({ id, name }: { id: string; name: string | null }) {
  if (name !== null) return <span className="wrap-anywhere">{name}</span>;
  return <CopyFact text={id} name="admin's ID" />;
}

/** Text as it was typed. */
export function Said({ children }: { children: ReactNode }) {
  return <span className="whitespace-pre-line wrap-anywhere">{children}</span>;
}

function ProductName({ order: { productId, productName, hasProduct } }: { order: OrderInDepth }) {
  if (!hasProduct) return <span className="wrap-anywhere">{productName} (deleted)</span>;
  return (
    <Link
      to={`/admin/dashboard/edit-product/${encodeURIComponent(productId)}`}
      className="touch-link -my-2.5 py-2.5 wrap-anywhere underline underline-offset-4"
    >
      {productName}
    </Link>
  );
}
