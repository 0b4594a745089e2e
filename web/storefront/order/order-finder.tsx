import { data, redirect } from "react-router";
import { findOrder } from "#shop/orders/reading/find-order.server.ts";
import { requestContext } from "#web/context.ts";
import { pageMeta } from "#web/parts/site/page-meta.ts";
import { orFail, sentenceFor } from "#web/say.ts";
import { textsOfPage, useTexts } from "#web/texts.tsx";
import { PageHead, Sheet } from "#web/ui/sheet.tsx";
import type { Route } from "./+types/order-finder.ts";
import { readTypedCode } from "./order-finder-code.ts";
import { OrderFinderForm } from "./order-finder-form.tsx";

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const texts = textsOfPage(matches, "orderFinder");
  const [title, description] = [texts("title"), texts("description")];
  return pageMeta({ title, description, path: "/order-status", isListed: location.search === "" }, matches);
};

/** Redirects to the order of the typed code, or says that there is none. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { services, visitor } = context.get(requestContext);
  const typed = url.searchParams.get("code");
  if (typed === null) return data({ typed: "", error: null });

  const code = readTypedCode(typed);
  const order = code && (await orFail(context, "failedToLoadOrderDetails", () => findOrder(services, visitor, code)));
  if (order) throw redirect(`/order-status/${order.requestCode}`);
  return data({ typed, error: sentenceFor(context, { code: "orderNotFound" }) }, { status: 404 });
}

/** Finds an order by its request code alone. */
export default function OrderFinder({ loaderData }: Pick<Route.ComponentProps, "loaderData">) {
  const texts = useTexts("orderFinder");
  return (
    <div className="frame flex max-w-2xl flex-col gap-6 py-8 sm:py-12">
      <PageHead title={texts("title")}>{texts("intro")}</PageHead>
      <Sheet>
        <OrderFinderForm {...loaderData} />
        <p className="text-soft">{texts("whereToFindCode")}</p>
      </Sheet>
    </div>
  );
}
