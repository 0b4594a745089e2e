import type { ReactNode } from "react";
import { data, Form, Link, redirect, useNavigation } from "react-router";
import { hasBrowserOrders, listBrowserOrders } from "#shop/orders/reading/browser-orders.server.ts";
import { requestContext } from "#web/context.ts";
import { withOwnNotes } from "#web/own-notes.ts";
import { usePosted } from "#web/parts/forms/use-posted.ts";
import { useClock } from "#web/parts/live/use-clock.ts";
import { useFreshWhenSeen } from "#web/parts/live/use-fresh-when-seen.ts";
import { listedOrder } from "#web/parts/order/listed-order.ts";
import { OrdersToAccount } from "#web/parts/order/orders-to-account.tsx";
import { ErrorPage, useSentenceOfError } from "#web/parts/site/error-page.tsx";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { ListPages } from "#web/parts/text/list-pages.tsx";
import { PageNow } from "#web/parts/text/page-now.ts";
import { orFail, type Said } from "#web/say.ts";
import { rich, textsOfPage, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Dialog, DialogActions, DialogButton, SafeButton } from "#web/ui/dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PageHead, Sheet } from "#web/ui/sheet.tsx";
import { OrderFinderForm } from "../order/order-finder-form.tsx";
import type { Route } from "./+types/my-orders.ts";
import { MyOrderTicket } from "./my-order-ticket.tsx";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "myOrders")("title"), matches),
  { name: "robots", content: "noindex" },
];

export function headers() {
  return { "Cache-Control": "private, no-store", "X-Robots-Tag": "noindex" };
}

/**
 * Loads the guest orders of this browser. A visitor who is signed in and has none of them is sent
 * to the order history of the account. [S12.1]
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { services, visitor } = context.get(requestContext);
  const after = new URL(request.url).searchParams.get("after");
  const [{ rows, next }, hasPlaced] = await orFail(context, "failedToLoadOrders", () =>
    Promise.all([listBrowserOrders(services, visitor, after), visitor.kind === "guest" ? false : hasBrowserOrders(services, visitor)]),
  );
  const isGuest = visitor.kind === "guest";
  if (!isGuest && rows.length === 0) throw redirect("/account");
  const orders = rows.map((order) => withOwnNotes(context, listedOrder(order)));
  return data({ orders, hasPlaced, next, after, isGuest, now: services.now() });
}

/** My orders: what this browser ordered without login, newest first. [S12.1] */
export default function MyOrders({ loaderData }: Pick<Route.ComponentProps, "loaderData">) {
  const { orders, hasPlaced, next, after, isGuest, now } = loaderData;
  const texts = useTexts("myOrders");
  const said = usePosted<Said>();
  const clock = useClock(now.getTime());
  useFreshWhenSeen();
  const isEmpty = orders.length === 0 && after === null;
  return (
    <div className="frame flex max-w-4xl flex-col gap-5 py-5 sm:py-10">
      <PageHead title={texts("title")} actions={<ToOfflineTickets />}>
        {!isEmpty && texts("intro")}
      </PageHead>
      {said?.sentence && <Alert kind={said.ok ? "success" : "error"}>{said.sentence}</Alert>}
      {hasPlaced && (
        <OrdersToAccount sentence={texts("notInAccount")}>
          <LinkButton to="/account" variant="secondary">
            {texts("orderHistory")}
          </LinkButton>
        </OrdersToAccount>
      )}
      {isEmpty ? (
        <EmptyState icon="receipt" title={texts("noOrders")} actions={<LinkButton to="/products">{texts("seeProducts")}</LinkButton>}>
          {texts("noOrdersHint")}
        </EmptyState>
      ) : (
        <PageNow value={clock}>
          <ul className="flex flex-col gap-4">
            {orders.map((order) => (
              <li key={order.id}>
                <MyOrderTicket order={order} />
              </li>
            ))}
          </ul>
        </PageNow>
      )}
      <ListPages toFirst={after ? "/my-orders" : null} toNext={next && `/my-orders?${new URLSearchParams({ after: next })}`} />
      <Sheet title={texts("anotherOrder")}>
        <OrderFinderForm isAside />
        {isGuest && (
          <p className="text-soft">
            {rich(texts, isEmpty ? "logInForOrders" : "keepInAccount", {
              login: (words) => <WayIn to="/login">{words}</WayIn>,
              signup: (words) => <WayIn to="/signup">{words}</WayIn>,
            })}
          </p>
        )}
      </Sheet>
      {!isEmpty && (
        <div className="flex justify-end max-sm:justify-start">
          <ForgetDevice />
        </div>
      )}
    </div>
  );
}

/** At the top of the page, where the bar of a phone never covers it. [S12.11] */
function ToOfflineTickets() {
  const texts = useTexts("myOrders");
  return (
    <a href="/offline" className="touch-link gap-2 text-sm font-medium sm:text-base">
      <Icon name="ticket" />
      {texts("offlineTickets")}
    </a>
  );
}

const DIALOG = "forget-device";

/** Removes this browser's access to its guest orders, and the tickets that it stores. [S12.11] */
function ForgetDevice() {
  const texts = useTexts("myOrders");
  const isBusy = useNavigation().formAction === FORGETTING;
  return (
    <>
      <DialogButton dialog={DIALOG} variant="dangerQuiet" icon="trash">
        {texts("forgetDevice")}
      </DialogButton>
      <Dialog id={DIALOG} title={texts("askForget")}>
        <p>{texts("forgetConsequence")}</p>
        <Form method="post" action={FORGETTING}>
          <DialogActions>
            <SafeButton dialog={DIALOG}>{texts("cancel")}</SafeButton>
            <Button type="submit" variant="danger" isBusy={isBusy}>
              {texts("forgetDevice")}
            </Button>
          </DialogActions>
        </Form>
      </Dialog>
    </>
  );
}

const FORGETTING = "/my-orders/forgetting";

/** Comes back here after logging in, because the orders are taken along by a button. */
function WayIn({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={`${to}?${new URLSearchParams({ to: "/my-orders" })}`}
      className="touch-link -mx-1 -my-2.5 px-1 font-medium whitespace-nowrap underline"
    >
      {children}
    </Link>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const texts = useTexts("myOrders");
  return <ErrorPage error={error} sentence={useSentenceOfError(error, texts("failedToLoadOrders"))} />;
}
