import { randomUUID } from "node:crypto";
import { data, isRouteErrorResponse, useActionData } from "react-router";
import { shownIn } from "#shop/catalogue/product.ts";
import { readPaying } from "#shop/orders/payment/attempts/read-paying.server.ts";
import { howToPayFor } from "#shop/orders/payment/order-payment.ts";
import { atOnceUpTo } from "#shop/orders/payment/settling/instant-limit.ts";
import { showPayee } from "#shop/orders/payment/upi/show-payee.server.ts";
import { findOrder } from "#shop/orders/reading/find-order.server.ts";
import { refused } from "#shop/refusal.ts";
import { settingIn } from "#shop/settings/shop-settings.ts";
import { listSimilarProducts } from "#shop/stock/products/offered-products.server.ts";
import { findProductOnSale } from "#shop/stock/products/products-on-sale.server.ts";
import { requestContext } from "#web/context.ts";
import { ErrorPage, useSentenceOfError } from "#web/parts/site/error-page.tsx";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { orFail, say } from "#web/say.ts";
import { textsOfPage, useTexts } from "#web/texts.tsx";
import { canOrderAgain } from "../order/can-order-again.server.ts";
import { OrderStatus } from "../order/lazy-order-status.ts";
import { readOwnConversation } from "../order/messages/read-own-conversation.server.ts";
import type { OrderAnswer } from "../order/placing/place-order.ts";
import { isToldHere } from "../order/push/hears-by-push.server.ts";
import { ProductSearch } from "../products/product-search.tsx";
import type { Route } from "./+types/product.ts";
import { productMeta } from "./product-meta.ts";
import { ProductOffer } from "./product-offer.tsx";

export const meta: Route.MetaFunction = ({ loaderData, matches, error }) => {
  const { product = null, order = null, isForSale = false } = loaderData ?? {};
  if (product) return productMeta(product, isForSale, matches);
  const isFailed = error && !(isRouteErrorResponse(error) && error.status === 404);
  const title = order?.requestCode ?? textsOfPage(matches, "product")(isFailed ? "shopUnavailable" : "productNotFound");
  return [...pageTitle(title, matches), { name: "robots", content: "noindex" }];
};

/**
 * Loads the product and, with `?order`, the order that was placed here, so that a reload places
 * nothing. [S2.13] [S2.14]
 */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { services, visitor, settings, origin, language } = context.get(requestContext);
  const { searchParams } = new URL(request.url);
  const requestCode = searchParams.get("order");
  const orderKey = !requestCode && searchParams.has("form") ? randomUUID() : null;
  const [product, order] = requestCode
    ? [null, await orFail(context, "failedToLoadOrderDetails", () => findOrder(services, visitor, requestCode))]
    : [await orFail(context, "shopUnavailable", () => findProductOnSale(services, params.productId)), null];
  if (requestCode && order?.productId !== params.productId) throw say(context, refused("noOrderDetailsFound"));
  if (!product && !order) throw say(context, refused("productNotFound"));

  const similar = product?.available === 0 ? await orFail(context, "shopUnavailable", () => listSimilarProducts(services, product)) : [];
  const howToPay = order && settingIn(settings, "howToPay", language);
  const shown = {
    product: product && shownIn(language, product),
    similar: similar.map((one) => ({ ...shownIn(language, one), description: "" })),
    order,
    isForSale: product !== null && !(product.isSample && services.isPublic),
    atOnceUpTo: product ? atOnceUpTo(product, settings) : 0,
    howToPay: order && howToPay ? howToPayFor(order, howToPay.text) : "",
    howToPayLang: howToPay?.lang,
    payee: order?.isWhole ? await orFail(context, "failedToLoadOrderDetails", () => showPayee(services, [order])) : null,
    paying: order && (await orFail(context, "failedToLoadOrderDetails", () => readPaying(services, order))),
    conversation: order && (await readOwnConversation(context, visitor, order, request)),
    isTold: order !== null && (await isToldHere(context, visitor, order, request.headers)),
    isGuest: visitor.kind === "guest",
    isOnSale:
      product !== null || (order !== null && (await orFail(context, "failedToLoadOrderDetails", () => canOrderAgain(services, order)))),
    asksEmail: visitor.kind === "guest" && services.mail.isOn,
    canNotify: services.mail.isOn,
    origin,
    orderKey,
    now: services.now(),
  };
  return data(shown, { headers: order || orderKey ? { "Cache-Control": "private, no-store", "X-Robots-Tag": "noindex" } : {} });
}

/** Keeps orders and idempotency keys out of caches and search engines. [S6.6] */
export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export default function ProductPage({ loaderData }: Pick<Route.ComponentProps, "loaderData">) {
  const answer = useActionData<OrderAnswer>();
  const { product, order } = loaderData;
  if (order) return <OrderStatus {...loaderData} order={order} isJustPlaced />;
  if (product) return <ProductOffer key={product.id} {...loaderData} product={product} answer={answer} />;
  return null;
}

/** Where there is no such product, another can be searched. */
export function ErrorBoundary({ error }: Pick<Route.ErrorBoundaryProps, "error">) {
  const texts = useTexts("product");
  return (
    <ErrorPage error={error} sentence={useSentenceOfError(error, texts("shopUnavailable"))}>
      <ProductSearch />
    </ErrorPage>
  );
}
