import { data, isRouteErrorResponse, useActionData } from "react-router";
import { messages } from "#shop/messages.ts";
import { findOrder } from "#shop/orders/orders.server.ts";
import { howToPayFor } from "#shop/orders/payment.ts";
import { refused } from "#shop/refusal.ts";
import { findProductOnSale } from "#shop/stock/products-on-sale.server.ts";
import { originContext, servicesContext, settingsContext, visitorContext } from "#web/context.ts";
import { ErrorPage, sentenceOfError } from "#web/parts/error-page.tsx";
import { pageTitle } from "#web/parts/page-title.ts";
import { orFail } from "#web/say.ts";
import type { Route } from "./+types/product.ts";
import type { OrderAnswer } from "./order.ts";
import { OrderStatus } from "./order-status-later.ts";
import { productMeta } from "./product-meta.ts";
import { ProductOffer } from "./product-offer.tsx";

export const meta: Route.MetaFunction = ({ loaderData, matches, error }) => {
  const { product = null, order = null, isForSale = false } = loaderData ?? {};
  if (product) return productMeta(product, isForSale, matches);
  const isFailed = error && !(isRouteErrorResponse(error) && error.status === 404);
  const title = order?.requestCode ?? (isFailed ? messages.shopUnavailable : messages.productNotFound);
  return [...pageTitle(title, matches), { name: "robots", content: "noindex" }];
};

/** The product and, after an order was placed here, that order: a reload of its address reads it again and places nothing. [S2.13] [S2.14] */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const visitor = context.get(visitorContext);
  const requestCode = new URL(request.url).searchParams.get("order");
  const [product, order] = requestCode
    ? [null, await orFail(context, "failedToLoadOrderDetails", () => findOrder(services, visitor, requestCode))]
    : [await orFail(context, "shopUnavailable", () => findProductOnSale(services, params.productId)), null];
  if (requestCode && order?.productId !== params.productId) throw data(refused("noOrderDetailsFound"), { status: 404 });
  if (!product && !order) throw data(refused("productNotFound"), { status: 404 });

  const shown = {
    product,
    order,
    isForSale: product !== null && !(product.isSample && services.isPublic),
    howToPay: order ? howToPayFor(order, context.get(settingsContext).howToPay) : "",
    isGuest: visitor.kind === "guest",
    asksEmail: visitor.kind === "guest" && services.mail.isOn,
    origin: context.get(originContext),
    now: services.now(),
  };
  return data(shown, { headers: order ? { "Cache-Control": "private, no-store", "X-Robots-Tag": "noindex" } : onlyFor });
}

/** The form's key is for one browser, where the page may be gone back to. */
const onlyFor = { "Cache-Control": "private, no-cache" };

/** An order is nobody else's to keep or to list, and an offer's form nobody else's to send. [S6.6] */
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

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} sentence={sentenceOfError(error, messages.shopUnavailable)} />;
}
