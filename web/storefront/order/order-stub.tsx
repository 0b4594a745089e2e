import type { OrderView } from "#shop/orders/reading/order-view.ts";
import { OrderedName } from "#web/parts/order/ordered-name.tsx";
import { Copyable } from "#web/parts/text/copyable.tsx";
import { Price } from "#web/parts/text/price.tsx";
import { When } from "#web/parts/text/time.tsx";
import { useTexts } from "#web/texts.tsx";

/** The stub of an order's ticket: code, date, product, quantity and amount. [S2.15] */
export function OrderStub({ order }: { order: OrderView }) {
  const texts = useTexts("order");
  return (
    <dl className="flex flex-wrap justify-between gap-x-4 gap-y-3">
      <div className="basis-full">
        <dt className="text-sm text-soft">{texts("requestCode")}</dt>
        <dd className="-my-1">
          <Copyable text={order.requestCode} name={texts("theRequestCode")} className="text-xl font-bold" />
        </dd>
      </div>
      <div className="basis-full">
        <dt className="text-sm text-soft">{texts("ordered")}</dt>
        <dd>
          <When at={order.createdAt} />
        </dd>
      </div>
      <div className="basis-full">
        <dt className="text-sm text-soft">{texts("product")}</dt>
        <dd className="font-semibold">
          <OrderedName order={order} />
        </dd>
      </div>
      <div>
        <dt className="text-sm text-soft">{texts("quantity")}</dt>
        <dd className="figures text-lg font-semibold">{order.quantity}</dd>
      </div>
      <div className="text-end">
        <dt className="text-sm text-soft">{texts("amount")}</dt>
        <dd>
          <Price paise={order.totalPaise} className="text-lg font-semibold" />
        </dd>
      </div>
    </dl>
  );
}
