import type { ReactNode } from "react";
import { Link, useActionData } from "react-router";
import { mustShow, readerOf } from "#shop/audit/ids-shown.server.ts";
import { seesIds } from "#shop/rights.ts";
import { type IdSearch, idStates, type PageOfIds } from "#shop/stock/ids/product-id.ts";
import { listAvailableFirst } from "#shop/stock/ids/reading/available-first.server.ts";
import type { ProductInStore } from "#shop/stock/products/inventory.ts";
import { requestContext } from "#web/context.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { OwnText } from "#web/parts/text/own-text.tsx";
import { orFail, say } from "#web/say.ts";
import { textsOfPage, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { buttonStyle, IconButton, LinkButton } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PageHead } from "#web/ui/sheet.tsx";
import { ADD_IDS } from "../frame/form-addresses.ts";
import { useMay } from "../frame/use-may.ts";
import { ListTools } from "../lists/list-tools.tsx";
import type { ProductAnswer } from "../products/product-answer.ts";
import { countedIn } from "../products/say-product.ts";
import type { Route } from "./+types/product-ids.ts";
import { idStateSignals } from "./id-state-badge.tsx";
import { type IdsAddress, idsQuery, idsTextPath, readIdsAddress } from "./product-ids-address.ts";
import { CopyAll, Download } from "./product-ids-all.tsx";
import { ProductIdsTable } from "./product-ids-table.tsx";
import { ShowIds } from "./show-ids.tsx";
import { useWholeSearch } from "./use-whole-search.ts";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "adminFrame")("productIds"), matches),
  { name: "robots", content: "noindex" },
];

/** Loads a product's IDs, also for the answer of their deletion without JavaScript. [S2.35] */
export async function loader({ request, params, context }: Pick<Route.LoaderArgs, "request" | "params" | "context">) {
  const { services, visitor } = context.get(requestContext);
  const address = readIdsAddress(new URL(request.url).searchParams);
  const listed = await orFail(context, "failedToLoadProductIds", () => listAvailableFirst(services, visitor, params.productId, address));
  if (!listed.ok) throw say(context, listed);
  const reader = await readerOf(services, visitor, { kind: "product", id: params.productId });
  return { ...listed.value, address, maySeeIds: seesIds(visitor), mustShowIds: mustShow(reader) };
}

/** The IDs of one product: what was chosen of another's is not kept. */
export default function ProductIdsPage({ loaderData }: Pick<Route.ComponentProps, "loaderData">) {
  return <ProductIds key={loaderData.product.id} {...loaderData} />;
}

/** The `id` of what can be done with all IDs: a menu on a phone. */
const ACTIONS = "ids-actions";

type Props = { product: ProductInStore; address: IdsAddress; page: PageOfIds; maySeeIds: boolean; mustShowIds: boolean };

/** All IDs of a product with their states: search, copy, download and deletion. [S2.35] */
function ProductIds({ product, address, page: loaded, maySeeIds, mustShowIds }: Props) {
  const texts = useTexts("adminIds");
  const textsOfProducts = useTexts("adminProducts");
  const answered = useActionData<ProductAnswer>();
  const may = useMay();
  const path = `/admin/products/${encodeURIComponent(product.id)}/ids`;
  const page = useWholeSearch(path, address, loaded);
  const { rows, next, search } = page;
  const isSearching = Boolean(search?.goesOn);
  const to = (changed: Partial<IdsAddress>) => path + idsQuery({ ...address, after: null, ...changed });
  const isWhole = address.after === null && next === null;
  const actions = (
    <div id={ACTIONS} popover="" className="head-menu">
      <LinkButton to={`/admin/batches?product=${encodeURIComponent(product.id)}`} variant="secondary" icon="box">
        {texts("imports")}
      </LinkButton>
      {rows.length > 0 && !search?.isExact && maySeeIds && (
        <>
          <CopyAll href={idsTextPath(product.id, address)} />
          <Download href={idsTextPath(product.id, address)} />
          {may("own-shop") && (
            <a
              href={`/admin/export/ids.csv?product=${encodeURIComponent(product.id)}`}
              download
              className={buttonStyle({ variant: "secondary" })}
            >
              <Icon name="download" />
              {texts("allAsCsv")}
            </a>
          )}
        </>
      )}
    </div>
  );
  return (
    <section className="flex flex-col gap-3">
      <PageHead
        title={texts("productIds")}
        actions={
          <>
            <IconButton icon="more" label={texts("actions")} popoverTarget={ACTIONS} className="head-opener" />
            {actions}
          </>
        }
      >
        <OwnText language={product.language}>{product.name}</OwnText>
      </PageHead>
      {answered && (
        <Alert kind={answered.ok ? "success" : "error"}>
          {answered.ok ? [answered.sentence, ...countedIn(textsOfProducts, answered)].join(" ") : answered.sentence}
        </Alert>
      )}
      <ListTools
        filters={[null, ...idStates].map((state) => ({
          to: to({ state }),
          label: texts(state ? idStateSignals[state].word : "allStates"),
          isCurrent: address.state === state,
        }))}
        applied={address.search ? [{ name: address.search, toWithout: to({ search: "", isPart: false }) }] : []}
        action={path}
        kept={address.state ? [["state", address.state]] : []}
        search={address.search}
        label={texts("searchIds")}
        placeholder={texts("searchIds")}
      />
      {search && <SearchProgress search={search} onPath={to({ after: search.goesOn })} likePath={to({ isPart: true })} />}
      {mustShowIds && rows.length > 0 && <ShowIds action={path} />}
      {rows.length > 0 && <ProductIdsTable product={product} address={address} page={page} />}
      {rows.length === 0 && !isSearching && (
        <NoIds path={path} isFiltered={address.search !== "" || address.state !== null}>
          <LinkButton to={`${ADD_IDS}?product=${encodeURIComponent(product.id)}`} variant="secondary" icon="plus">
            {texts("addIds")}
          </LinkButton>
        </NoIds>
      )}
      {!isWhole && !isSearching && (
        <div className="flex flex-wrap gap-2">
          {address.after && (
            <LinkButton to={to({})} variant="secondary">
              {texts("backToFirst")}
            </LinkButton>
          )}
          {next && (
            <LinkButton to={to({ after: next })} variant="secondary" icon="arrow">
              {texts("nextIds")}
            </LinkButton>
          )}
        </div>
      )}
    </section>
  );
}

/** The progress of a search. It continues automatically, or with a link without JavaScript. */
function SearchProgress({ search, onPath, likePath }: { search: IdSearch; onPath: string; likePath: string }) {
  const texts = useTexts("adminIds");
  if (search.isExact) {
    return (
      <p className="flex flex-wrap items-center gap-x-3">
        {texts("isExactId")}
        <Link to={likePath} className="touch-link font-medium underline underline-offset-4">
          {texts("lookInOthers")}
        </Link>
      </p>
    );
  }
  if (search.goesOn === null) return null;
  const { searched, total } = search;
  const isTotalKnown = total > searched;
  return (
    <div className="flex flex-col gap-2">
      <p id="search-progress" className="figures text-soft">
        {isTotalKnown ? texts("searchedOf", { searched, total }) : texts("searched", { searched })}
      </p>
      {isTotalKnown && <progress className="progress scripted max-w-md" max={total} value={searched} aria-labelledby="search-progress" />}
      <p className="hidden noscript:block">
        <LinkButton to={onPath} variant="secondary">
          {texts("searchNextIds")}
        </LinkButton>
      </p>
    </div>
  );
}

function NoIds({ path, isFiltered, children }: { path: string; isFiltered: boolean; children: ReactNode }) {
  const texts = useTexts("adminIds");
  return (
    <EmptyState
      icon={isFiltered ? "search" : "ticket"}
      title={texts(isFiltered ? "noIdMatches" : "noIdsYet")}
      actions={
        isFiltered ? (
          <LinkButton to={path} variant="secondary">
            {texts("showAllIds")}
          </LinkButton>
        ) : (
          children
        )
      }
    />
  );
}
