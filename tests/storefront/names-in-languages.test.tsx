import type { ComponentProps, ReactElement } from "react";
import { expect, test } from "vitest";
import { tagsWith, written } from "#tests/support/web/render.tsx";
import { ProductIdsTable } from "#web/admin/ids/product-ids-table.tsx";
import { ProductChoiceField } from "#web/admin/products/choice/product-choice-field.tsx";
import { FoundOrders } from "#web/admin/search/found-orders.tsx";
import { OrderCancellation } from "#web/storefront/order/order-cancellation-form.tsx";
import CreditNotePage from "#web/storefront/order/receipt/credit-note.tsx";
import Waitlist from "#web/storefront/waitlist/waitlist.tsx";

const at = new Date("2026-11-01T00:00:00Z");
const product = { id: "p", name: "Gold ID", language: "en", translations: {}, description: "", image: "", pricePaise: 9_900, available: 2 };
const inStore = {
  ...product,
  isHidden: false,
  isSample: false,
  delivery: "instant",
  idPattern: "",
  idExample: "",
  createdAt: at,
  updatedAt: at,
};
const order = { requestCode: "REQ-1", productName: "Gold ID", productNames: { en: "Gold ID" }, mayCancel: true };
const found = {
  id: "o",
  requestCode: "REQ-1",
  productName: "Gold ID",
  nameLanguage: "en",
  quantity: 1,
  totalPaise: 9_900,
  createdAt: at,
};
const note = {
  ...order,
  number: "CN/2026-27/00001",
  issuedAt: at,
  paise: 9_900,
  sellerName: "आशा",
  sellerAddress: "",
  gstin: null,
  hsnCode: "",
  gstRate: 1_800,
  receipt: { number: "2026-27/00001", issuedAt: at },
  isVoid: false,
  creditedBefore: 0,
};
const ids = { rows: [], next: null, available: 2, search: null };
const asked: unknown = { loaderData: { id: "p", name: { text: "Gold ID", lang: "en" }, isInStock: true, isAsked: false } };

const places: [where: string, page: ReactElement, names: number][] = [
  ["orders that were found", <FoundOrders key="found" found={[{ ...found, status: "pending", by: "words" }]} currency="₹" />, 1],
  // Once in the table's caption, and in the titles of three dialogs.
  [
    "the dialogs that delete IDs",
    <ProductIdsTable key="ids" product={inStore as never} address={{ state: null, search: "", isPart: false, after: null }} page={ids} />,
    4,
  ],
  ["a choice of products", <ProductChoiceField key="choice" products={[inStore]} search="" typed={undefined} error={null} />, 1],
  ["the dialog that cancels an order", <OrderCancellation key="cancel" order={order} />, 1],
  ["a credit note", <CreditNotePage key="note" loaderData={{ note }} />, 1],
  ["the waitlist", <Waitlist key="wait" {...(asked as ComponentProps<typeof Waitlist>)} />, 2],
];

test.each(places)("[S11.2] a product's name in another language than the page's is marked in %s", (_, page, names) => {
  expect(tagsWith(written(page, { language: "hi" }), 'lang="en"')).toHaveLength(names);
});
