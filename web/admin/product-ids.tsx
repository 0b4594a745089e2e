import { Form, Link } from "react-router";
import type { PageOf } from "#shop/orders/order-view.ts";
import { idStates, type ProductId } from "#shop/stock/product-id.ts";
import { CopyOne } from "#web/parts/copyable.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHead } from "#web/ui/sheet.tsx";
import { Cell, Row, Table } from "#web/ui/table.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { IdStateBadge, idStateSignals } from "./id-state-badge.tsx";
import { CopyAll, Download } from "./product-ids-all.tsx";
import { type IdsPlace, idsQuery, idsTextPath } from "./product-ids-place.ts";

type Props = { productId: string; productName: string; place: IdsPlace; page: PageOf<ProductId> };

/** Every ID of a product with its state: searched, copied one by one or all, and downloaded as a text file. [S2.35] */
export function ProductIds({ productId, productName, place, page: { rows, next } }: Props) {
  const path = `/admin/dashboard/product-ids/${encodeURIComponent(productId)}`;
  const to = (changed: Partial<IdsPlace>) => path + idsQuery({ ...place, after: null, ...changed });
  const isWhole = place.after === null && next === null;
  const isFiltered = place.search !== "" || place.state !== null;
  return (
    <section className="flex flex-col gap-4">
      <PageHead
        title="Product IDs"
        actions={
          rows.length > 0 && (
            <>
              <CopyAll ids={isWhole ? rows.map(({ value }) => value) : null} href={idsTextPath(productId, place)} />
              <Download href={idsTextPath(productId, place)} />
            </>
          )
        }
      >
        {productName}
      </PageHead>
      <Form action={path} role="search" className="flex items-end gap-2">
        {place.state && <input type="hidden" name="state" value={place.state} />}
        <TextField
          key={place.search}
          label="Search IDs"
          name="search"
          type="search"
          defaultValue={place.search}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="min-w-0 max-w-md flex-1"
        />
        <Button type="submit" variant="secondary" icon="search">
          Search
        </Button>
      </Form>
      <Tabs
        label="State"
        look="pills"
        tabs={[
          { to: to({ state: null }), label: "All", isCurrent: place.state === null },
          ...idStates.map((state) => ({ to: to({ state }), label: idStateSignals[state].word, isCurrent: place.state === state })),
        ]}
      />
      {rows.length === 0 ? (
        <EmptyState
          icon={isFiltered ? "search" : "ticket"}
          title={isFiltered ? "No ID matches" : "No IDs yet"}
          actions={
            isFiltered ? (
              <LinkButton to={path} variant="secondary">
                Show all IDs
              </LinkButton>
            ) : (
              <LinkButton to={`/admin/dashboard/edit-product/${encodeURIComponent(productId)}`} variant="secondary" icon="plus">
                Add IDs
              </LinkButton>
            )
          }
        />
      ) : (
        <Table caption={`The IDs of ${productName}`} head={["ID", "State", "Order", "Copy"]}>
          {rows.map((id) => (
            <IdRow key={id.unitId} id={id} />
          ))}
        </Table>
      )}
      {!isWhole && (
        <div className="flex flex-wrap gap-2">
          {place.after && (
            <LinkButton to={to({})} variant="secondary">
              Back to the first
            </LinkButton>
          )}
          {next && (
            <LinkButton to={to({ after: next })} variant="secondary" icon="arrow">
              Next IDs
            </LinkButton>
          )}
        </div>
      )}
    </section>
  );
}

function IdRow({ id: { value, state, requestCode } }: { id: ProductId }) {
  return (
    <Row className="relative">
      <Cell className="code break-all max-md:pe-12">{value}</Cell>
      <Cell label="State">
        <span>
          <IdStateBadge state={state} />
        </span>
      </Cell>
      {requestCode ? (
        <Cell label="Order">
          <Link to={`/order-status/${requestCode}`} className="code text-action underline-offset-4 hover:underline">
            {requestCode}
          </Link>
        </Cell>
      ) : (
        <Cell className="max-md:hidden!" />
      )}
      <Cell className="max-md:absolute max-md:end-1 max-md:top-1 max-md:p-0!">
        <CopyOne text={value} name="ID" />
      </Cell>
    </Row>
  );
}
