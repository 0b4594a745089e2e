import { Link } from "react-router";
import { unlessErased } from "#shop/erased.ts";
import type { ProductId } from "#shop/stock/ids/product-id.ts";
import { useMayOpen } from "#web/admin/frame/use-may.ts";
import { CopyOne } from "#web/parts/text/copyable.tsx";
import { Exact } from "#web/parts/text/exact.tsx";
import { useTexts } from "#web/texts.tsx";
import { IconButton } from "#web/ui/button.tsx";
import { Cell, Row } from "#web/ui/table.tsx";
import { IdStateBadge } from "./id-state-badge.tsx";

type Props = {
  id: ProductId;
  /** The `id` of the form that the checkbox belongs to. */
  form: string;
  onDelete: (id: ProductId) => void;
};

/** One ID: its state, its order, and actions. Only an available ID can be ticked. [S2.35] */
export function ProductIdRow({ id, form, onDelete }: Props) {
  const texts = useTexts("adminIds");
  const { unitId, state, requestCode } = id;
  const value = unlessErased(id.value);
  const mayOpen = useMayOpen();
  const order = `/admin/orders/${requestCode}`;
  const isAvailable = state === "available";
  return (
    <Row className="relative">
      <Cell className="col-span-full max-md:pe-22 md:py-1">
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            name="unitId"
            value={unitId}
            form={form}
            disabled={!isAvailable}
            aria-label={value === null ? texts("chooseErasedId") : texts("chooseId", { id: value })}
            className="checkbox disabled:opacity-40"
          />
          {value === null ? <span className="text-soft">{texts("erased")}</span> : <Exact className="min-w-0">{value}</Exact>}
        </label>
      </Cell>
      <Cell>
        <span>
          <IdStateBadge state={state} />
        </span>
      </Cell>
      {requestCode ? (
        <Cell>
          {mayOpen(order) ? (
            <Link to={order} translate="no" className="code touch-link whitespace-nowrap underline-offset-4 hover:underline">
              {requestCode}
            </Link>
          ) : (
            <span translate="no" className="code whitespace-nowrap">
              {requestCode}
            </span>
          )}
        </Cell>
      ) : (
        <Cell className="max-md:hidden" />
      )}
      <Cell className="end-1 top-3 max-md:absolute">
        <span className="flex">
          {value !== null && <CopyOne text={value} name="ID" />}
          {isAvailable && (
            <span className="scripted">
              <IconButton icon="trash" label={texts("deleteId")} onClick={() => onDelete(id)} className="text-red-ink hover:bg-red-tint" />
            </span>
          )}
        </span>
      </Cell>
    </Row>
  );
}
