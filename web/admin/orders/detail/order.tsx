import { redirect } from "react-router";
import { readRequestCode } from "#shop/orders/request-code.ts";
import { areAllAsked } from "#web/parts/order/all-messages.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { say } from "#web/say.ts";
import type { Route } from "./+types/order.ts";
import { loadOrder } from "./load-order.server.ts";
import { OrderSheets } from "./order-sheets.tsx";

export const meta: Route.MetaFunction = ({ params, matches }) => [
  ...pageTitle(params.requestCode, matches),
  { name: "robots", content: "noindex" },
];

/** Loads one order with everything about it. [S6.5] */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const code = readRequestCode(params.requestCode);
  if (code !== null && code !== params.requestCode) throw redirect(`/admin/orders/${code}`);
  const shown = await loadOrder(context, params.requestCode, { allMessages: areAllAsked(request) });
  if (!shown.ok) throw say(context, shown);
  return shown.value;
}

/** The page of an order. [S4.6] [S4.7] [S6.5] */
export default function OrderPage({ loaderData }: Pick<Route.ComponentProps, "loaderData">) {
  return <OrderSheets {...loaderData} />;
}
