import { REQUEST_ID_SHOWN_LENGTH } from "#shop/constants.ts";
import { messages } from "#shop/messages.ts";
import { paymentMethods } from "#shop/orders/order.ts";
import type { HandledOrder } from "#shop/orders/reading/handled-orders.server.ts";
import { ShortCode } from "#web/admin/frame/short-code.tsx";
import { queueEvents, useLive } from "#web/parts/live/use-live.ts";
import { StatusBadge } from "#web/parts/order/status-badge.tsx";
import { ListPages } from "#web/parts/text/list-pages.tsx";
import { Price } from "#web/parts/text/price.tsx";
import { When } from "#web/parts/text/time.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PageHead } from "#web/ui/sheet.tsx";
import { Cell, Row, Table } from "#web/ui/table.tsx";
import { OrderPaymentForm } from "../detail/order-payment-form.tsx";
import { RequestCodeLink } from "../order-code-link.tsx";
import type { ProcessedPage } from "../queue/load-orders.server.ts";
import { isFiltered, processedAddress } from "./processed-address.ts";
import { RequestsFilters } from "./processed-filters.tsx";

const columns = ["Status", "Product", "Qty", "Amount", "Payment", "Request Code", "Request ID", "Processed"];

/** Approved Requests: approved and rejected orders, cancelled ones if chosen. [S2.32] */
export function ApprovedRequests({ page: { rows, next, address }, currency }: { page: ProcessedPage; currency: string }) {
  useLive(queueEvents);
  return (
    <section className="flex flex-col gap-4">
      <PageHead title="Approved Requests" />
      <RequestsFilters address={address} />
      {rows.length === 0 ? (
        <EmptyState
          icon={isFiltered(address) ? "search" : "ticket"}
          title={isFiltered(address) ? messages.noRequestsFound : messages.noProcessedRequests}
        />
      ) : (
        <Table caption="Processed requests, the last handled first" head={columns} className="table-tight">
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
  return (
    <Row>
      <Cell>
        <StatusBadge status={order.status} className="justify-self-start" />
      </Cell>
      <Cell className="max-md:text-lg md:min-w-40 md:max-w-72">
        <div className="min-w-0">
          <span className="line-clamp-2 font-semibold break-words" title={order.productName}>
            {order.productName}
          </span>
          {order.status === "rejected" && (
            <span className="line-clamp-2 text-sm break-words text-soft" title={order.reason}>
              {order.reason}
            </span>
          )}
        </div>
      </Cell>
      <Cell label="Qty" className="figures">
        {order.quantity}
      </Cell>
      <Cell label="Amount">
        <Price paise={order.totalPaise} label={currency} className="font-semibold" />
      </Cell>
      <Cell label="Payment">
        <Payment order={order} />
      </Cell>
      <Cell label="Request Code">
        <RequestCodeLink requestCode={order.requestCode} />
      </Cell>
      <Cell label="Request ID">
        <span>
          <ShortCode text={order.id} name="request ID" length={REQUEST_ID_SHOWN_LENGTH} />
        </span>
      </Cell>
      <Cell label="Processed">
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
  const { paymentMethod, paidAt, status } = order;
  return (
    <div>
      <span className="block whitespace-nowrap">{paymentMethods[paymentMethod]}</span>
      {paidAt && (
        <span className="flex items-center gap-1 text-sm font-semibold whitespace-nowrap text-green-ink">
          <Icon name="done" />
          <span>
            Paid <When at={paidAt} as="date" />
          </span>
        </span>
      )}
      {!paidAt && status === "approved" && (
        <span className="flex items-center gap-1 text-sm font-semibold whitespace-nowrap text-amber-ink">
          <Icon name="clock" /> Not paid yet
        </span>
      )}
      {!paidAt && status !== "approved" && <span className="block text-sm text-soft">Not paid</span>}
      {status === "approved" && <OrderPaymentForm order={order} isInRow />}
    </div>
  );
}
