import { findReceipt } from "#shop/orders/receipts/find-receipt.server.ts";
import { requestContext } from "#web/context.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { orFail, say } from "#web/say.ts";
import { textsOfPage, useTexts } from "#web/texts.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { PageHead } from "#web/ui/sheet.tsx";
import type { Route } from "./+types/receipt.ts";
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

/** The receipt of an order, made to be printed; a tax invoice if the seller has a GSTIN. [S10.15] */
export default function ReceiptPage({ loaderData: { receipt } }: Pick<Route.ComponentProps, "loaderData">) {
  const texts = useTexts("receipt");
  return (
    <article className="frame flex max-w-3xl flex-col gap-4 py-6 sm:py-10 print:py-0">
      <PageHead
        title={texts(receipt.gstin === null ? "receipt" : "taxInvoice")}
        actions={
          <>
            <LinkButton to={`/order-status/${receipt.requestCode}`} variant="quiet" className="print:hidden">
              {texts("backToOrder")}
            </LinkButton>
            <Button type="button" variant="secondary" className="scripted print:hidden" onClick={() => print()}>
              {texts("print")}
            </Button>
          </>
        }
      />
      <ReceiptSheets receipt={receipt} />
    </article>
  );
}
