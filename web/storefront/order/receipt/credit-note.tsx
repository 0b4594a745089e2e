import { findCreditNote } from "#shop/orders/receipts/find-credit-note.server.ts";
import { requestContext } from "#web/context.ts";
import { OrderedName } from "#web/parts/order/ordered-name.tsx";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { Price } from "#web/parts/text/price.tsx";
import { When } from "#web/parts/text/time.tsx";
import { orFail, say } from "#web/say.ts";
import { textsOfPage, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Facts, Sheet } from "#web/ui/sheet.tsx";
import type { Route } from "./+types/credit-note.ts";
import { PrintedPage } from "./printed-page.tsx";
import { Code, Seller, Tax } from "./receipt-sheets.tsx";

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  ...pageTitle(`${textsOfPage(matches, "receipt")("creditNote")} ${loaderData?.note.number ?? ""}`.trim(), matches),
  { name: "robots", content: "noindex" },
];

export function headers() {
  return { "Cache-Control": "private, no-store", "X-Robots-Tag": "noindex" };
}

/** Loads a credit note of an order, for those who may read its IDs. [S10.15] [S2.15] */
export async function loader({ params: { requestCode, place }, context }: Route.LoaderArgs) {
  const { services, visitor } = context.get(requestContext);
  const note = await orFail(context, "failedToLoadOrderDetails", () => findCreditNote(services, visitor, requestCode, place));
  if (!note.ok) throw say(context, note);
  return { note: note.value };
}

/** A credit note, made to be printed: what a refund took back of a receipt. [S10.15] */
export default function CreditNotePage({ loaderData: { note } }: Pick<Route.ComponentProps, "loaderData">) {
  const texts = useTexts("receipt");
  const about = texts(note.gstin === null ? "ofReceipt" : "ofTaxInvoice");
  return (
    <PrintedPage title={texts("creditNote")} requestCode={note.requestCode}>
      {note.isVoid && <Alert kind="error">{texts("void")}</Alert>}
      <Seller {...note} />
      <Sheet>
        <Facts
          rows={[
            [texts("number"), <Code key="number">{note.number}</Code>],
            [texts("date"), <When key="date" at={note.issuedAt} as="date" />],
            [about, <Code key="receipt">{note.receipt.number}</Code>],
            [texts("itsDate"), <When key="its date" at={note.receipt.issuedAt} as="date" />],
            [texts("requestCode"), <Code key="code">{note.requestCode}</Code>],
          ]}
        />
      </Sheet>
      <Sheet>
        <Facts
          rows={[[texts("item"), <OrderedName key="item" order={note} />], note.gstin !== null && [texts("hsnCode"), note.hsnCode || "–"]]}
        />
      </Sheet>
      <Sheet>
        {note.gstin !== null && <Tax paise={note.paise} gstRate={note.gstRate} before={note.creditedBefore} />}
        <Facts rows={[[texts("credited"), <Price key="total" paise={note.paise} className="text-lg font-bold" />]]} />
      </Sheet>
    </PrintedPage>
  );
}
