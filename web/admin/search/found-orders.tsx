import { Link } from "react-router";
import type { KeyIn } from "#messages/texts.ts";
import { PAGE_SIZE } from "#shop/constants.ts";
import type { FoundBy, FoundOrder } from "#shop/orders/search/found-order.ts";
import { StatusBadge } from "#web/parts/order/status-badge.tsx";
import { OwnText } from "#web/parts/text/own-text.tsx";
import { Price } from "#web/parts/text/price.tsx";
import { When } from "#web/parts/text/time.tsx";
import { useTexts } from "#web/texts.tsx";

/** The orders that a search found: one line each, with how it was found. [S12.3] */
export function FoundOrders({ found, currency }: { found: FoundOrder[]; currency: string }) {
  const texts = useTexts("adminSearch");
  return (
    <>
      <p role="status" className="text-soft">
        {texts(found.length < PAGE_SIZE ? "foundSoMany" : "foundFirst", { n: found.length })}
      </p>
      <ul className="panel today-lines">
        {found.map((order) => (
          <li key={order.id}>
            <Link to={`/admin/orders/${order.requestCode}`} className="found-order">
              <span translate="no" className="code">
                {order.requestCode}
              </span>
              <StatusBadge status={order.status} />
              <OwnText language={order.nameLanguage} className="min-w-0 font-semibold wrap-anywhere">
                {order.productName}
              </OwnText>
              <Price paise={order.totalPaise} label={currency} />
              <span className="text-sm text-soft">
                <When at={order.createdAt} as="short" />
              </span>
              <span className="text-sm text-soft">{texts(ways[order.by])}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

const ways = {
  code: "byCode",
  unit: "byId",
  replaced: "byReplacedId",
  giftCard: "byGiftCard",
  utr: "byUtr",
  payment: "byPayment",
  email: "byEmail",
  customer: "byCustomer",
  words: "byWords",
} as const satisfies Record<FoundBy, KeyIn<"adminSearch">>;
