import type { KeyIn } from "#messages/texts.ts";
import { REQUEST_ID_SHOWN_LENGTH } from "#shop/constants.ts";
import { isFree } from "#shop/orders/payment/order-payment.ts";
import type { HandledOrder } from "#shop/orders/reading/handled-orders.server.ts";
import { ShortCode } from "#web/admin/frame/short-code.tsx";
import { useMay } from "#web/admin/frame/use-may.ts";
import { requestContext } from "#web/context.ts";
import { withOwnNotes } from "#web/own-notes.ts";
import { queueEvents, useLive } from "#web/parts/live/use-live.ts";
import { nameOfPayment } from "#web/parts/order/payment-methods.ts";
import { StatusBadge } from "#web/parts/order/status-badge.tsx";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { ListPages } from "#web/parts/text/list-pages.tsx";
import { OwnText } from "#web/parts/text/own-text.tsx";
import { Price } from "#web/parts/text/price.tsx";
import { When } from "#web/parts/text/time.tsx";
import { orFail } from "#web/say.ts";
import { rich, textsOfPage, useTexts } from "#web/texts.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PageHead } from "#web/ui/sheet.tsx";
import { Cell, Row, Table } from "#web/ui/table.tsx";
import { OrderPaymentForm } from "../detail/order-payment-form.tsx";
import { RequestCodeLink } from "../order-code-link.tsx";
import { loadProcessed } from "../queue/load-orders.server.ts";
import type { Route } from "./+types/processed-orders.ts";
import { isFiltered, processedAddress } from "./processed-address.ts";
import { ProcessedFilters } from "./processed-filters.tsx";

const columns = [
  ...(["status", "product", "quantity", "amount", "payment", "requestCode", "requestId", "processed"] as const),
] satisfies KeyIn<"adminProcessed">[];

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "adminFrame")("approvedRequests"), matches),
  { name: "robots", content: "noindex" },
];

/** Loads a page of processed orders. [S2.32] */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { services, visitor, settings } = context.get(requestContext);
  const { searchParams } = new URL(request.url);
  const page = await orFail(context, "failedToLoadOrders", () => loadProcessed(services, visitor, searchParams, settings.timeZone));
  return { page: { ...page, rows: page.rows.map((order) => withOwnNotes(context, order)) }, currency: settings.adminCurrency };
}

/** Approved Requests: approved and rejected orders, cancelled ones if chosen. [S2.32] */
export default function ProcessedOrders({ loaderData: { page, currency } }: Pick<Route.ComponentProps, "loaderData">) {
  const { rows, next, address } = page;
  useLive(queueEvents);
  const texts = useTexts("adminProcessed");
  return (
    <section className="flex flex-col gap-4">
      <PageHead title={texts("approvedRequests")} />
      <ProcessedFilters address={address} />
      {rows.length === 0 ? (
        <EmptyState
          icon={isFiltered(address) ? "search" : "ticket"}
          title={texts(isFiltered(address) ? "noRequestsFound" : "noProcessedRequests")}
        />
      ) : (
        <Table caption={texts("tableCaption")} head={columns.map((column) => texts(column))} className="table-tight lines-below-md">
          {rows.map((order) => (
            <ProcessedOrder key={order.id} order={order} currency={currency} />
          ))}
        </Table>
      )}
      <ListPages
        toFirst={address.after ? processedAddress({ ...address, after: null }) : null}
        toNext={next ? processedAddress({ ...address, after: next }) : null}
      />
    </section>
  );
}

function ProcessedOrder({ order, currency }: { order: HandledOrder; currency: string }) {
  const texts = useTexts("adminProcessed");
  return (
    <Row>
      <Cell>
        <StatusBadge status={order.status} className="justify-self-start" />
      </Cell>
      <Cell className="col-span-full md:min-w-40 md:max-w-72">
        <div className="min-w-0">
          <OwnText language={order.nameLanguage} className="line-clamp-2 font-semibold break-words" title={order.productName}>
            {order.productName}
          </OwnText>
          {order.status === "rejected" && (
            <span className="line-clamp-2 text-sm break-words text-soft" title={order.reason}>
              {order.reason}
            </span>
          )}
        </div>
      </Cell>
      <Cell label={texts("quantity")} className="figures">
        {order.quantity}
      </Cell>
      <Cell>
        <Price paise={order.totalPaise} label={currency} className="font-semibold" />
      </Cell>
      <Cell className="col-span-full">
        <Payment order={order} />
      </Cell>
      <Cell>
        <RequestCodeLink requestCode={order.requestCode} />
      </Cell>
      <Cell label={texts("requestId")}>
        <span>
          <ShortCode text={order.id} name={texts("nameOfRequestId")} length={REQUEST_ID_SHOWN_LENGTH} />
        </span>
      </Cell>
      <Cell>
        <When at={order.handledAt} />
      </Cell>
    </Row>
  );
}

/**
 * The payment method, and when the order was paid. An approved order that is not paid is
 * highlighted and has a button to mark it as paid.
 */
function Payment({ order }: { order: HandledOrder }) {
  const [texts, partsTexts] = [useTexts("adminProcessed"), useTexts("parts")];
  const may = useMay();
  const { paidAt, status } = order;
  return (
    <div className="flex flex-wrap items-center gap-x-3 md:block">
      <span className="block md:whitespace-nowrap">{partsTexts(nameOfPayment(order))}</span>
      {paidAt && (
        <span className="flex items-center gap-1 text-sm font-semibold text-green-ink md:whitespace-nowrap">
          <Icon name="done" />
          <span>{rich(texts, "paidOn", { time: () => <When at={paidAt} as="date" /> })}</span>
        </span>
      )}
      {!paidAt && !isFree(order) && status === "approved" && (
        <span className="flex items-center gap-1 text-sm font-semibold text-amber-ink md:whitespace-nowrap">
          <Icon name="clock" /> {texts("notPaidYet")}
        </span>
      )}
      {!paidAt && !isFree(order) && status !== "approved" && <span className="block text-sm text-soft">{texts("notPaid")}</span>}
      {status === "approved" && !isFree(order) && may("decide-orders") && (
        <OrderPaymentForm order={order} label={texts(paidAt ? "markAsUnpaid" : "markAsPaid")} isInRow />
      )}
    </div>
  );
}
