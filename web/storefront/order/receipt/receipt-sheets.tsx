import { priceText } from "#shop/money.ts";
import type { Receipt } from "#shop/orders/receipts/receipt.ts";
import { withoutTax } from "#shop/orders/receipts/tax.ts";
import { OrderedName } from "#web/parts/order/ordered-name.tsx";
import { namesOfMethods } from "#web/parts/order/payment-methods.ts";
import { Price } from "#web/parts/text/price.tsx";
import { When } from "#web/parts/text/time.tsx";
import { useTexts } from "#web/texts.tsx";
import { Facts, Sheet } from "#web/ui/sheet.tsx";

/** Seller, number, item and amounts of a receipt. [S10.15] */
export function ReceiptSheets({ receipt }: { receipt: Receipt }) {
  const texts = useTexts("receipt");
  const parts = useTexts("parts");
  return (
    <>
      <Sheet title={texts("soldBy")}>
        <p className="font-semibold">{receipt.sellerName}</p>
        {receipt.sellerAddress && <p className="whitespace-pre-line">{receipt.sellerAddress}</p>}
        {receipt.gstin && <p translate="no">{texts("gstin", { gstin: receipt.gstin })}</p>}
      </Sheet>
      <Sheet>
        <Facts
          rows={[
            [texts("number"), <Code key="number">{receipt.number}</Code>],
            [texts("date"), <When key="date" at={receipt.issuedAt} as="date" />],
            [texts("requestCode"), <Code key="code">{receipt.requestCode}</Code>],
            [texts("payment"), parts(namesOfMethods[receipt.paymentMethod])],
            [texts("paid"), receipt.paidAt ? <When key="paid" at={receipt.paidAt} as="date" /> : texts("notPaidYet")],
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
        {receipt.gstin !== null && <Tax receipt={receipt} />}
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

/** The tax that the total includes. */
function Tax({ receipt: { payablePaise, gstRate } }: { receipt: Receipt }) {
  const texts = useTexts("receipt");
  const { taxable, cgst, sgst, igst } = withoutTax(payablePaise, gstRate);
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

function Code({ children }: { children: string }) {
  return (
    <span translate="no" className="code">
      {children}
    </span>
  );
}
