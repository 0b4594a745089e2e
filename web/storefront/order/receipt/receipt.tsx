import { findReceipt } from "#shop/orders/receipts/find-receipt.server.ts";
import { requestContext } from "#web/context.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { orFail, say } from "#web/say.ts";
import { textsOfPage, useTexts } from "#web/texts.tsx";
import type { Route } from "./+types/receipt.ts";
import { PrintedPage } from "./printed-page.tsx";
import { ReceiptSheets } from "./receipt-sheets.tsx";

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  ...pageTitle(`${textsOfPage(matches, "receipt")("receipt")} ${loaderData?.receipt.number ?? ""}`.trim(), matches),
  { name: "robots", content: "noindex" },
];

export function headers() {
  return { "Cache-Control": "private, no-store", "X-Robots-Tag": "noindex" };
}

/** Loads the receipt of an approved order, for those who may read its IDs. [S10.15] [S2.15] */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { services, visitor } = context.get(requestContext);
  const receipt = await orFail(context, "failedToLoadOrderDetails", () => findReceipt(services, visitor, params.requestCode));
  if (!receipt.ok) throw say(context, receipt);
  return { receipt: receipt.value };
}

/**
 * The receipt of an order, made to be printed; a tax invoice if the seller has a GSTIN. [S10.15]
 */
export default function ReceiptPage({ loaderData: { receipt } }: Pick<Route.ComponentProps, "loaderData">) {
  const texts = useTexts("receipt");
  return (
    <PrintedPage title={texts(receipt.gstin === null ? "receipt" : "taxInvoice")} requestCode={receipt.requestCode}>
      <ReceiptSheets receipt={receipt} />
    </PrintedPage>
  );
}
