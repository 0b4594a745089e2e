import { listBatches, listDrafts } from "#shop/stock/imports/find-batches.server.ts";
import { requestContext } from "#web/context.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { ListPages } from "#web/parts/text/list-pages.tsx";
import { OwnText } from "#web/parts/text/own-text.tsx";
import { orFail } from "#web/say.ts";
import { rich, textsOfPage, useTexts } from "#web/texts.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHead } from "#web/ui/sheet.tsx";
import { Table } from "#web/ui/table.tsx";
import { CHECK_IDS } from "../frame/form-addresses.ts";
import type { Route } from "./+types/batches.ts";
import { BatchRow, batchColumns } from "./batch-row.tsx";
import { CheckedBatches } from "./checked-batches.tsx";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "adminImports")("imports"), matches),
  { name: "robots", content: "noindex" },
];

/** Loads a page of the imports, optionally of one product. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const productId = searchParams.get("product");
  const after = searchParams.get("after") ?? "";
  const isFirst = after === "";
  const draftsAfter = searchParams.get("drafts") ?? "";
  const { services, visitor } = context.get(requestContext);
  const [page, drafts] = await orFail(context, "failedToLoadBatches", () =>
    Promise.all([
      listBatches(services, visitor, { productId, after }),
      isFirst ? listDrafts(services, visitor, { productId, after: draftsAfter }) : noDrafts,
    ]),
  );
  return { ...page, drafts, draftsAfter, productId, isFirst };
}

const noDrafts = { rows: [], next: null };

/** All imports: when, from where, at what cost, and the states of their IDs. */
export default function Batches({ loaderData }: Route.ComponentProps) {
  const texts = useTexts("adminImports");
  const { rows, drafts, draftsAfter, next, productId, product, isFirst } = loaderData;
  const ofProduct = productId ? `?product=${encodeURIComponent(productId)}` : "";
  return (
    <section className="flex flex-col gap-4">
      <PageHead
        title={texts("imports")}
        actions={
          <>
            {productId && (
              <LinkButton to="/admin/batches" variant="secondary">
                {texts("allProducts")}
              </LinkButton>
            )}
            <LinkButton to={`${CHECK_IDS}${ofProduct}`} icon="plus">
              {texts("importIds")}
            </LinkButton>
          </>
        }
      >
        {product
          ? rich(texts, "importsOfProduct", { product: () => <OwnText language={product.language}>{product.name}</OwnText> })
          : texts("importsHint")}
      </PageHead>
      {(drafts.rows.length > 0 || draftsAfter !== "") && (
        <CheckedBatches
          drafts={drafts.rows}
          toFirst={draftsAfter === "" ? null : address(productId, {})}
          toNext={drafts.next && address(productId, { drafts: drafts.next })}
        />
      )}
      {rows.length === 0 ? (
        <EmptyState icon="box" title={texts("noBatchesYet")} />
      ) : (
        <Table caption={texts("tableCaption")} head={batchColumns.map((key) => texts(key))} className="lines-below-md">
          {rows.map((batch) => (
            <BatchRow key={batch.id} batch={batch} />
          ))}
        </Table>
      )}
      <ListPages toFirst={isFirst ? null : address(productId, {})} toNext={next && address(productId, { after: next })} />
    </section>
  );
}

function address(productId: string | null, cursors: { after?: string; drafts?: string }): string {
  const params = new URLSearchParams(cursors);
  if (productId) params.set("product", productId);
  return params.size > 0 ? `/admin/batches?${params}` : "/admin/batches";
}
