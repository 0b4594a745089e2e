import { lazy } from "react";
import { data, useLocation, useNavigation } from "react-router";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { messages } from "#shop/messages.ts";
import { listProductIds } from "#shop/orders/product-ids.server.ts";
import { refused } from "#shop/refusal.ts";
import { refusalStatus } from "#shop/refusal-status.ts";
import { listProductChoices, readInventory } from "#shop/stock/inventory.server.ts";
import { servicesContext, settingsContext, visitorContext } from "#web/context.ts";
import { pageTitle } from "#web/parts/page-title.ts";
import { usePosted } from "#web/parts/use-posted.ts";
import { orFail } from "#web/say.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { Route } from "./+types/dashboard.ts";
import { type DashboardTab, tabOf } from "./dashboard-tab.ts";
import { readInventoryPlace } from "./inventory-place.ts";
import { readIdsPlace } from "./product-ids-place.ts";
import { readSearch } from "./read-search.ts";
import type { RequestAnswer } from "./request-answer.ts";
import { loadProcessed, loadRequests } from "./requests-load.server.ts";

const ApprovedRequests = lazy(async () => ({ default: (await import("./approved-requests.tsx")).ApprovedRequests }));
const Requests = lazy(async () => ({ default: (await import("./requests.tsx")).Requests }));
const Inventory = lazy(async () => ({ default: (await import("./inventory.tsx")).Inventory }));
const AddProduct = lazy(async () => ({ default: (await import("./add-product.tsx")).AddProduct }));
const EditProduct = lazy(async () => ({ default: (await import("./edit-product.tsx")).EditProduct }));
const ProductIds = lazy(async () => ({ default: (await import("./product-ids.tsx")).ProductIds }));
const ChooseProduct = lazy(async () => ({ default: (await import("./choose-product.tsx")).ChooseProduct }));

const titles = {
  requests: "Pending Requests",
  "approved-requests": "Approved Requests",
  products: "Product Inventory",
  "add-product": "Add Product",
  "edit-product": "Edit Product",
  "product-ids": "Product IDs",
  "choose-product": "Choose a product",
} satisfies Record<View["tab"], string>;

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  ...pageTitle(loaderData ? titles[loaderData.view.tab] : "Admin", matches),
  { name: "robots", content: "noindex" },
];

/** What the tab of the address shows. Mutations that belong to a tab load it too, so that their answer without script has a page. [S2.23] [S2.24] */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const url = new URL(request.url);
  const tab = tabOf(url);
  const view = await loadTab(context, services, context.get(visitorContext), tab, url, params);
  return { currency: context.get(settingsContext).adminCurrency, view };
}

type Params = { productId?: string; requestCode?: string };

async function loadTab(
  context: Route.LoaderArgs["context"],
  services: Services,
  visitor: Visitor,
  tab: DashboardTab,
  { searchParams }: URL,
  { productId, requestCode }: Params,
) {
  const { timeZone } = context.get(settingsContext);
  switch (tab) {
    case "requests":
      return { tab, page: await orFail(context, "failedToLoadOrders", () => loadRequests(services, searchParams, timeZone, requestCode)) };
    case "approved-requests":
      return { tab, page: await orFail(context, "failedToLoadOrders", () => loadProcessed(services, searchParams, timeZone)) };
    case "products":
      return { tab, ...(await loadInventory(context, services, searchParams)) };
    case "add-product":
      return { tab };
    case "edit-product":
      return productId
        ? { tab, ...(await loadProduct(context, services, visitor, productId)) }
        : choice(context, services, tab, searchParams);
    case "product-ids":
      return productId
        ? { tab, ...(await loadIds(context, services, visitor, productId, searchParams)) }
        : choice(context, services, tab, searchParams);
  }
}

/** A tab about one product, whose address names none. */
async function choice(
  context: Route.LoaderArgs["context"],
  services: Services,
  about: "edit-product" | "product-ids",
  searchParams: URLSearchParams,
) {
  const search = readSearch(searchParams);
  const products = await orFail(context, "networkNotOk", () => listProductChoices(services, { search }));
  return { tab: "choose-product" as const, about, search, products: products.map(({ id, name }) => ({ id, name })) };
}

async function loadInventory(context: Route.LoaderArgs["context"], services: Services, searchParams: URLSearchParams) {
  const place = readInventoryPlace(searchParams);
  return { inventory: await orFail(context, "networkNotOk", () => readInventory(services, place)), search: place.search };
}

async function loadProduct(context: Route.LoaderArgs["context"], services: Services, visitor: Visitor, productId: string) {
  const listed = await orFail(context, "failedToLoadProductDetails", () => listProductIds(services, visitor, productId));
  if (!listed.ok) throw data(refused("productDetailsNotFound"), { status: 404 });
  return { product: listed.value.product, ids: listed.value.page };
}

async function loadIds(
  context: Route.LoaderArgs["context"],
  services: Services,
  visitor: Visitor,
  productId: string,
  searchParams: URLSearchParams,
) {
  const place = readIdsPlace(searchParams);
  const listed = await orFail(context, "failedToLoadProductIds", () => listProductIds(services, visitor, productId, place));
  if (!listed.ok) throw data(listed, { status: refusalStatus[listed.kind] });
  return { ...listed.value, place };
}

/**
 * The admin's dashboard: one tab at a time, its script fetched when it is first opened. No Suspense stands around a tab: the first HTML has it whole,
 * so that it can be read and sent without script. [S2.23]
 */
export default function Dashboard({ loaderData: { view, currency } }: Route.ComponentProps) {
  return useIsChangingTab() ? <Loading /> : <TabView view={view} currency={currency} />;
}

type View = Route.ComponentProps["loaderData"]["view"];

function TabView({ view, currency }: { view: View; currency: string }) {
  const answered = usePosted<RequestAnswer>();
  switch (view.tab) {
    case "requests":
      return <Requests page={view.page} currency={currency} answered={answered} />;
    case "approved-requests":
      return <ApprovedRequests page={view.page} currency={currency} />;
    case "products":
      return <Inventory inventory={view.inventory} search={view.search} currency={currency} />;
    case "add-product":
      return <AddProduct currency={currency} />;
    case "edit-product":
      return <EditProduct key={view.product.id} product={view.product} ids={view.ids} currency={currency} />;
    case "product-ids":
      return <ProductIds key={view.product.id} product={view.product} place={view.place} page={view.page} />;
    case "choose-product":
      return <ChooseProduct about={view.about} search={view.search} products={view.products} />;
  }
}

/** Whether another tab, or another product's, is on its way: a search or an open row is not. */
function useIsChangingTab(): boolean {
  const here = useLocation();
  const { state, location: there, formMethod } = useNavigation();
  if (state !== "loading" || formMethod || !there.pathname.startsWith("/admin/dashboard")) return false;
  const tabAt = ({ pathname, search }: typeof here) => tabOf({ pathname, searchParams: new URLSearchParams(search) });
  return there.pathname !== here.pathname || tabAt(there) !== tabAt(here);
}

function Loading() {
  return (
    <div aria-busy="true" className="flex flex-col gap-4">
      <div role="status">
        <h1 className="text-base font-normal text-soft">{messages.loading}</h1>
      </div>
      <Skeleton className="h-10 w-64 max-w-full" />
      <Skeleton className="h-96" />
    </div>
  );
}
