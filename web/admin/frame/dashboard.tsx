import { useEffect, useLayoutEffect } from "react";
import { useLocation, useNavigation } from "react-router";
import type { KeyIn } from "#messages/texts.ts";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { refused } from "#shop/refusal.ts";
import { listAvailableFirst } from "#shop/stock/ids/reading/available-first.server.ts";
import { listProductIds } from "#shop/stock/ids/reading/product-ids.server.ts";
import { listProductChoices, readInventory } from "#shop/stock/products/inventory.server.ts";
import { requestContext } from "#web/context.ts";
import { withOwnNotes } from "#web/own-notes.ts";
import { usePosted } from "#web/parts/forms/use-posted.ts";
import { lazyPart } from "#web/parts/site/lazy-part.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { orFail, say } from "#web/say.ts";
import { textsOfPage, useTexts } from "#web/texts.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { readIdsAddress } from "../ids/product-ids-address.ts";
import type { DecisionAnswer } from "../orders/decision-answer.ts";
import { loadOrder } from "../orders/detail/load-order.server.ts";
import type { OrderShown } from "../orders/detail/order-sheets.tsx";
import { loadOrders, loadProcessed } from "../orders/queue/load-orders.server.ts";
import { readQueueAddress } from "../orders/queue/queue-rows.ts";
import { readInventoryAddress } from "../products/inventory/inventory-address.ts";
import type { Route } from "./+types/dashboard.ts";
import { type DashboardTab, tabOf } from "./dashboard-tab.ts";
import { readSearch } from "./read-search.ts";

const scripts = {
  approved: () => import("../orders/processed/processed-orders.tsx"),
  requests: () => import("../orders/queue/queue.tsx"),
  inventory: () => import("../products/inventory/inventory.tsx"),
  addProduct: () => import("../products/editing/add-product.tsx"),
  editProduct: () => import("../products/editing/edit-product.tsx"),
  productIds: () => import("../ids/product-ids.tsx"),
  chooseProduct: () => import("../products/choice/choose-product.tsx"),
};

const ProcessedOrders = lazyPart(async () => (await scripts.approved()).ProcessedOrders);
const PendingOrders = lazyPart(async () => (await scripts.requests()).PendingOrders);
const Inventory = lazyPart(async () => (await scripts.inventory()).Inventory);
const AddProduct = lazyPart(async () => (await scripts.addProduct()).AddProduct);
const EditProduct = lazyPart(async () => (await scripts.editProduct()).EditProduct);
const ProductIds = lazyPart(async () => (await scripts.productIds()).ProductIds);
const ChooseProduct = lazyPart(async () => (await scripts.chooseProduct()).ChooseProduct);

const titles = {
  requests: "pendingRequests",
  "approved-requests": "approvedRequests",
  products: "productInventory",
  "add-product": "addProduct",
  "edit-product": "editProduct",
  "product-ids": "productIds",
  "choose-product": "chooseProduct",
} as const satisfies Record<View["tab"], KeyIn<"adminFrame">>;

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  ...pageTitle(textsOfPage(matches, "adminFrame")(loaderData ? titles[loaderData.view.tab] : "admin"), matches),
  { name: "robots", content: "noindex" },
];

/** Loads what the tab shows, also for the mutations' answers without JavaScript. [S2.23] [S2.24] */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { services, visitor, settings } = context.get(requestContext);
  const url = new URL(request.url);
  const tab = tabOf(url);
  const view = await loadTab(context, services, visitor, tab, url, params);
  return { currency: settings.adminCurrency, language: settings.language, view };
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
  const { timeZone } = context.get(requestContext).settings;
  switch (tab) {
    case "requests": {
      const [page, beside] = await Promise.all([
        orFail(context, "failedToLoadOrders", () => loadOrders(services, searchParams, timeZone, requestCode)),
        loadBeside(context, searchParams),
      ]);
      return { tab, page: { ...page, orders: page.orders.map((order) => withOwnNotes(context, order)) }, beside };
    }
    case "approved-requests": {
      const page = await orFail(context, "failedToLoadOrders", () => loadProcessed(services, searchParams, timeZone));
      return { tab, page: { ...page, rows: page.rows.map((order) => withOwnNotes(context, order)) } };
    }
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

/** The order beside the queue, or null: none is open, or it does not exist. [S12.6] */
async function loadBeside(context: Route.LoaderArgs["context"], searchParams: URLSearchParams): Promise<OrderShown | null> {
  const { order } = readQueueAddress(searchParams);
  const shown = order === null ? null : await loadOrder(context, order);
  return shown?.ok ? shown.value : null;
}

/** The product choice of a tab about one product, if the address names none. */
async function choice(
  context: Route.LoaderArgs["context"],
  services: Services,
  about: "edit-product" | "product-ids",
  searchParams: URLSearchParams,
) {
  const search = readSearch(searchParams);
  const products = await orFail(context, "networkNotOk", () => listProductChoices(services, { search }));
  return { tab: "choose-product" as const, about, search, products: products.map(({ id, name, language }) => ({ id, name, language })) };
}

async function loadInventory(context: Route.LoaderArgs["context"], services: Services, searchParams: URLSearchParams) {
  const address = readInventoryAddress(searchParams);
  return { inventory: await orFail(context, "networkNotOk", () => readInventory(services, address)), address };
}

async function loadProduct(context: Route.LoaderArgs["context"], services: Services, visitor: Visitor, productId: string) {
  const listed = await orFail(context, "failedToLoadProductDetails", () => listProductIds(services, visitor, productId));
  if (!listed.ok) throw say(context, refused("productDetailsNotFound"));
  return { product: listed.value.product, ids: listed.value.page };
}

async function loadIds(
  context: Route.LoaderArgs["context"],
  services: Services,
  visitor: Visitor,
  productId: string,
  searchParams: URLSearchParams,
) {
  const address = readIdsAddress(searchParams);
  const listed = await orFail(context, "failedToLoadProductIds", () => listAvailableFirst(services, visitor, productId, address));
  if (!listed.ok) throw say(context, listed);
  return { ...listed.value, address };
}

/**
 * The admin's dashboard. The script of the current tab loads first, the others later. No Suspense
 * around the tabs: the first HTML contains the whole tab, so that it works without JavaScript.
 * [S2.23]
 */
export default function Dashboard({ loaderData: { view, currency, language } }: Route.ComponentProps) {
  const isChanging = useIsChangingTab();
  useStableScroll(isChanging);
  useEffect(fetchScripts, []);
  return (
    <>
      {isChanging && <Loading />}
      <div hidden={isChanging}>
        <TabView view={view} currency={currency} language={language} />
      </div>
    </>
  );
}

/** Loads the scripts of all tabs early, in case the connection breaks. */
function fetchScripts(): void {
  for (const fetchScript of Object.values(scripts)) fetchScript().catch(() => {});
}

/** Keeps the scroll position if a tab fails to load; otherwise the router scrolls. [S8.4] */
function useStableScroll(isChanging: boolean): void {
  useLayoutEffect(() => {
    if (!isChanging) return;
    const { scrollX, scrollY } = window;
    return () => window.scrollTo(scrollX, scrollY);
  }, [isChanging]);
}

type View = Route.ComponentProps["loaderData"]["view"];

function TabView({ view, currency, language }: { view: View; currency: string; language: string }) {
  const answered = usePosted<DecisionAnswer>();
  switch (view.tab) {
    case "requests":
      return <PendingOrders page={view.page} detail={view.beside} currency={currency} answered={answered} />;
    case "approved-requests":
      return <ProcessedOrders page={view.page} currency={currency} />;
    case "products":
      return <Inventory inventory={view.inventory} address={view.address} currency={currency} />;
    case "add-product":
      return <AddProduct currency={currency} language={language} />;
    case "edit-product":
      return <EditProduct key={view.product.id} product={view.product} ids={view.ids} currency={currency} />;
    case "product-ids":
      return <ProductIds key={view.product.id} product={view.product} address={view.address} page={view.page} />;
    case "choose-product":
      return <ChooseProduct about={view.about} search={view.search} products={view.products} />;
  }
}

/** Whether the navigation leads to another tab or product, not just to another search or row. */
function useIsChangingTab(): boolean {
  const here = useLocation();
  const { state, location: there, formMethod } = useNavigation();
  if (state !== "loading" || formMethod || !there.pathname.startsWith("/admin/dashboard")) return false;
  const tabAt = ({ pathname, search }: typeof here) => tabOf({ pathname, searchParams: new URLSearchParams(search) });
  return there.pathname !== here.pathname || tabAt(there) !== tabAt(here);
}

function Loading() {
  const texts = useTexts("adminFrame");
  return (
    <div aria-busy="true" className="flex flex-col gap-4">
      <div role="status">
        <h1 className="text-base font-normal text-soft">{texts("loading")}</h1>
      </div>
      <Skeleton className="h-10 w-64 max-w-full" />
      <Skeleton className="h-96" />
    </div>
  );
}
