import { data, redirect } from "react-router";
import { readSharing } from "#shop/orders/access/order-views.server.ts";
import { readPaying } from "#shop/orders/payment/attempts/read-paying.server.ts";
import { howToPayFor } from "#shop/orders/payment/order-payment.ts";
import { showPayee } from "#shop/orders/payment/upi/show-payee.server.ts";
import { findOrder } from "#shop/orders/reading/find-order.server.ts";
import { readRequestCode } from "#shop/orders/request-code.ts";
import { refused } from "#shop/refusal.ts";
import { settingIn } from "#shop/settings/shop-settings.ts";
import { requestContext } from "#web/context.ts";
import { withOwnNotes } from "#web/own-notes.ts";
import { usePosted } from "#web/parts/forms/use-posted.ts";
import { ErrorPage, useSentenceOfError } from "#web/parts/site/error-page.tsx";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { orFail, type Said, say } from "#web/say.ts";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import type { Route } from "./+types/order-status.ts";
import { openByLink } from "./access/open-by-link.server.ts";
import { canOrderAgain } from "./can-order-again.server.ts";
import { readOwnConversation } from "./messages/read-own-conversation.server.ts";
import { OrderFinderForm } from "./order-finder-form.tsx";
import { OrderStatus } from "./order-status-view.tsx";
import { isToldHere } from "./push/hears-by-push.server.ts";

export const meta: Route.MetaFunction = ({ params, matches }) => [
  ...pageTitle(params.requestCode, matches),
  { name: "robots", content: "noindex" },
];

export function headers() {
  return { "Cache-Control": "private, no-store", "X-Robots-Tag": "noindex" };
}

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const code = readRequestCode(params.requestCode);
  if (code !== null && code !== params.requestCode) throw redirect(`/order-status/${code}${new URL(request.url).search}`);
  const asked = context.get(requestContext);
  const { services, origin, settings, language } = asked;
  const { order, visitor, headers } = await orFail(context, "failedToLoadOrderDetails", async () => {
    const isSecure = origin.startsWith("https:");
    const opened = await openByLink(services, asked.visitor, params.requestCode, request, isSecure);
    return { ...opened, order: await findOrder(services, opened.visitor, params.requestCode) };
  });
  if (!order) throw say(context, refused("orderNotFound"));

  const howToPay = settingIn(settings, "howToPay", language);
  const shown = {
    order: withOwnNotes(context, order),
    howToPay: howToPayFor(order, howToPay.text),
    howToPayLang: howToPay.lang,
    payee: order.isWhole ? await orFail(context, "failedToLoadOrderDetails", () => showPayee(services, [order])) : null,
    paying: await orFail(context, "failedToLoadOrderDetails", () => readPaying(services, order)),
    sharing: order.isWhole
      ? await orFail(context, "failedToLoadOrderDetails", () => readSharing(services, visitor, order.requestCode))
      : null,
    conversation: await readOwnConversation(context, visitor, order, request),
    isTold: await isToldHere(context, visitor, order, request.headers),
    isGuest: visitor.kind === "guest",
    isOnSale: await orFail(context, "failedToLoadOrderDetails", () => canOrderAgain(services, order)),
    origin,
    now: services.now(),
  };
  return data(shown, { headers });
}

/** Everybody with an order's code sees its state, and its buyer sees all of it. [S2.15] */
export default function OrderStatusPage({ loaderData }: Pick<Route.ComponentProps, "loaderData">) {
  const said = usePosted<Said>();
  return (
    <>
      {said?.sentence && (
        <div className="frame max-w-4xl pt-6">
          <Alert kind={said.ok ? "success" : "error"}>{said.sentence}</Alert>
        </div>
      )}
      <OrderStatus {...loaderData} />
    </>
  );
}

/** Where there is no such order, the code can be corrected. */
export function ErrorBoundary({ error, params }: Pick<Route.ErrorBoundaryProps, "error" | "params">) {
  const texts = useTexts("order");
  return (
    <ErrorPage error={error} sentence={useSentenceOfError(error, texts("failedToLoadOrderDetails"))}>
      <OrderFinderForm typed={params.requestCode} />
    </ErrorPage>
  );
}
