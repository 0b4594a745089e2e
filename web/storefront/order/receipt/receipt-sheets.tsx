import { useRouteLoaderData } from "react-router";
import { type Paise, priceText } from "#shop/money.ts";
import { isFree } from "#shop/orders/payment/order-payment.ts";
import type { Receipt } from "#shop/orders/receipts/receipt.ts";
import { withoutTaxOfPart } from "#shop/orders/receipts/tax.ts";
import { OrderedName } from "#web/parts/order/ordered-name.tsx";
import { nameOfPayment } from "#web/parts/order/payment-methods.ts";
import { ShopMark } from "#web/parts/site/shop-mark.tsx";
import { Price } from "#web/parts/text/price.tsx";
import { When } from "#web/parts/text/time.tsx";
import type { loader as rootLoader } from "#web/root.tsx";
import { useTexts } from "#web/texts.tsx";
import { Facts, Sheet } from "#web/ui/sheet.tsx";

/** Seller, number, item and amounts of a receipt. [S10.15] */
export function ReceiptSheets({ receipt }: { receipt: Receipt }) {
  const texts = useTexts("receipt");
  const parts = useTexts("parts");
  return (
    <>
      <Seller {...receipt} />
      <Sheet>
        <Facts
          rows={[
            [texts("number"), <Code key="number">{receipt.number}</Code>],
            [texts("date"), <When key="date" at={receipt.issuedAt} as="date" />],
            [texts("requestCode"), <Code key="code">{receipt.requestCode}</Code>],
            [texts("payment"), parts(nameOfPayment(receipt))],
            !isFree(receipt) && [texts("paid"), receipt.paidAt ? <When key="paid" at={receipt.paidAt} as="date" /> : texts("notPaidYet")],
          ]}
        />
      </Sheet>
      <Sheet>
        <Facts
          rows={[
            [texts("item"), <OrderedName key="item" order={receipt} />],
            receipt.gstin !== null && [texts("hsnCode"), receipt.hsnCode || "–"],
            [texts("price"), <span key="price" translate="no">{`${priceText(receipt.pricePaise)} × ${receipt.quantity}`}</span>],
          ]}
        />
      </Sheet>
      <Sheet>
        {receipt.payablePaise !== receipt.totalPaise && <Discount receipt={receipt} />}
        {receipt.gstin !== null && <Tax paise={receipt.payablePaise} gstRate={receipt.gstRate} />}
        <Facts rows={[[texts("total"), <Price key="total" paise={receipt.payablePaise} className="text-lg font-bold" />]]} />
      </Sheet>
    </>
  );
}

/** The few paise by which an order has an amount of its own. [S10.12] */
function Discount({ receipt: { totalPaise, payablePaise } }: { receipt: Receipt }) {
  const texts = useTexts("receipt");
  return (
    <Facts
      rows={[
        [texts("amount"), <Price key="amount" paise={totalPaise} />],
        [texts("discount"), <Price key="discount" paise={totalPaise - payablePaise} />],
      ]}
    />
  );
}

/**
 * The tax that an amount includes. `before` is what earlier notes took back of the same receipt.
 */
export function Tax({ paise, gstRate, before = 0 }: { paise: Paise; gstRate: number; before?: Paise }) {
  const texts = useTexts("receipt");
  const { taxable, cgst, sgst, igst } = withoutTaxOfPart(before, paise, gstRate);
  const half = { rate: gstRate / 200 };
  return (
    <Facts
      rows={[
        [texts("taxableValue"), <Price key="taxable" paise={taxable} />],
        [texts("cgst", half), <Price key="cgst" paise={cgst} />],
        [texts("sgst", half), <Price key="sgst" paise={sgst} />],
        [texts("igst"), <Price key="igst" paise={igst} />],
        [texts("reverseCharge"), texts("no")],
      ]}
    />
  );
}

/** Who sold it, as a receipt or a credit note names them, with the owner's logo. [S10.15] [S12.12] */
export function Seller({ sellerName, sellerAddress, gstin }: Pick<Receipt, "sellerName" | "sellerAddress" | "gstin">) {
  const texts = useTexts("receipt");
  const logo = useRouteLoaderData<typeof rootLoader>("root")?.settings.logo;
  return (
    <Sheet title={texts("soldBy")}>
      <p className="flex items-center gap-3 font-semibold">
        {logo && <ShopMark logo={logo} className="size-12" />}
        <span>{sellerName}</span>
      </p>
      {sellerAddress && <p className="whitespace-pre-line">{sellerAddress}</p>}
      {gstin && <p translate="no">{texts("gstin", { gstin })}</p>}
    </Sheet>
  );
}

/** A number as it is printed. */
export function Code({ children }: { children: string }) {
  return (
    <span translate="no" className="code">
      {children}
    </span>
  );
}
