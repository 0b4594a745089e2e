import { REQUEST_ID_SHOWN_LENGTH } from "#shop/constants.ts";
import { messages, sentence } from "#shop/messages.ts";
import { Price } from "#web/parts/price.tsx";
import { StatusBadge } from "#web/parts/status-badge.tsx";
import { When } from "#web/parts/time.tsx";
import { queueEvents, useLive } from "#web/parts/use-live.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHead } from "#web/ui/sheet.tsx";
import { Cell, Row, Table } from "#web/ui/table.tsx";
import { RequestSearch } from "./request-search.tsx";
import { ShortCode } from "./request-short-code.tsx";
import type { ProcessedPage, ProcessedRow } from "./requests-load.server.ts";

/** Approved Requests: every order that was approved or rejected, the last handled first. [S2.32] */
export function ApprovedRequests({ page: { rows, next, search, after }, currency }: { page: ProcessedPage; currency: string }) {
  useLive(queueEvents);
  return (
    <section className="flex flex-col gap-4">
      <PageHead title="Approved Requests" />
      <RequestSearch tab="approved-requests" search={search} />
      {rows.length === 0 ? (
        <EmptyState
          icon={search ? "search" : "ticket"}
          title={search ? sentence("nothingFoundFor", search) : messages.noProcessedRequests}
        />
      ) : (
        <Table
          caption="Approved and rejected requests, the last handled first"
          head={["Status", "Product", "Qty", "Amount", "Request Code", "Request ID", "Processed"]}
        >
          {rows.map((order) => (
            <ProcessedOrder key={order.id} order={order} currency={currency} />
          ))}
        </Table>
      )}
      <div className="flex flex-wrap gap-2">
        {after && (
          <LinkButton to={address(search, null)} variant="secondary">
            Back to the latest
          </LinkButton>
        )}
        {next && (
          <LinkButton to={address(search, next)} variant="secondary" icon="down">
            Show earlier ones
          </LinkButton>
        )}
      </div>
    </section>
  );
}

function ProcessedOrder({ order, currency }: { order: ProcessedRow; currency: string }) {
  return (
    <Row>
      <Cell className="md:w-36">
        <StatusBadge status={order.status} className="justify-self-start" />
      </Cell>
      <Cell label="Product" className="md:min-w-48">
        <div className="min-w-0">
          <span className="line-clamp-2 font-semibold break-words" title={order.productName}>
            {order.productName}
          </span>
          {order.reason && <span className="line-clamp-2 text-sm break-words text-soft">{order.reason}</span>}
        </div>
      </Cell>
      <Cell label="Qty" className="figures">
        {order.quantity}
      </Cell>
      <Cell label="Amount">
        <Price paise={order.totalPaise} label={currency} className="font-semibold" />
      </Cell>
      <Cell label="Request Code">
        <span>
          <ShortCode text={order.requestCode} name="request code" />
        </span>
      </Cell>
      <Cell label="Request ID">
        <span>
          <ShortCode text={order.id} name="request ID" length={REQUEST_ID_SHOWN_LENGTH} />
        </span>
      </Cell>
      <Cell label="Processed">{order.processedAt && <When at={order.processedAt} />}</Cell>
    </Row>
  );
}

function address(search: string, after: string | null): string {
  const params = new URLSearchParams({ tab: "approved-requests" });
  if (search) params.set("search", search);
  if (after) params.set("after", after);
  return `/admin/dashboard?${params}`;
}
