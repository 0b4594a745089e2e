import { data, redirect } from "react-router";
import { messages } from "#shop/messages.ts";
import { findOrder } from "#shop/orders/orders.server.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { pageMeta } from "#web/parts/page-meta.ts";
import { orFail } from "#web/say.ts";
import { PageHead, Sheet } from "#web/ui/sheet.tsx";
import type { Route } from "./+types/order-finder.ts";
import { readRequestCode } from "./order-finder-code.ts";
import { OrderFinderForm } from "./order-finder-form.tsx";

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(
    {
      title: "Find your order",
      description: "See how an order stands: all it takes is its request code.",
      path: "/order-status",
      isListed: location.search === "",
    },
    matches,
  );

/** Goes to the order of the code that was typed; says so when there is none, and keeps what was typed. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const typed = url.searchParams.get("code");
  if (typed === null) return data({ typed: "", error: null });

  const code = readRequestCode(typed);
  const order =
    code &&
    (await orFail(context, "failedToLoadOrderDetails", () => findOrder(context.get(servicesContext), context.get(visitorContext), code)));
  if (order) throw redirect(`/order-status/${order.requestCode}`);
  return data({ typed, error: messages.orderNotFound }, { status: 404 });
}

/** The way to an order for somebody who has nothing but its code. */
export default function OrderFinder({ loaderData }: Pick<Route.ComponentProps, "loaderData">) {
  return (
    <div className="frame flex max-w-2xl flex-col gap-6 py-8 sm:py-12">
      <PageHead title="Find your order">Its request code tells how it stands.</PageHead>
      <Sheet>
        <OrderFinderForm {...loaderData} />
        <p className="text-soft">
          The code begins with REQ- and was shown when you ordered. The IDs themselves are shown only in the browser that ordered, by the
          order's private link, or in your account.
        </p>
      </Sheet>
    </div>
  );
}
