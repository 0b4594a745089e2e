import { redirect, useActionData } from "react-router";
import { z } from "zod";
import { SEARCH_MAX_LENGTH } from "#shop/constants.ts";
import { findOrders } from "#shop/orders/search/find-orders.server.ts";
import { type FoundOrder, onlyMatch } from "#shop/orders/search/found-order.ts";
import { ok } from "#shop/refusal.ts";
import { requestContext } from "#web/context.ts";
import { type TypedFields, typedFields } from "#web/parts/forms/typed-fields.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { runAction } from "#web/run-action.ts";
import type { Said } from "#web/say.ts";
import { textsOfPage, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHead } from "#web/ui/sheet.tsx";
import type { Route } from "./+types/search.ts";
import { FoundOrders } from "./found-orders.tsx";
import { OrderSearchForm } from "./order-search-form.tsx";

const SearchForm = z.object({ words: z.string().max(SEARCH_MAX_LENGTH).trim().catch("") });

/** What was searched for, and what was found. */
type Answer = Said<{ words: string; found: FoundOrder[] }> & { typed?: TypedFields };

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "adminSearch")("title"), matches),
  { name: "robots", content: "noindex" },
];

export function loader({ context }: Pick<Route.LoaderArgs, "context">) {
  return { currency: context.get(requestContext).settings.adminCurrency };
}

/**
 * Finds orders: POST /admin/search. A whole code, ID or number of one order leads to it. The words
 * are in no address. [S12.3]
 */
export function action(args: Route.ActionArgs) {
  return runAction(
    args,
    { form: SearchForm, failed: "failedToLoadOrders", typed: typedFields },
    async ({ services, visitor }, { words }) => {
      const found = await findOrders(services, visitor, words);
      if (!found.ok) return found;
      const only = onlyMatch(found.value);
      if (only) throw redirect(`/admin/orders/${only}`);
      return ok({ words, found: found.value });
    },
  );
}

/** One field that finds any order, in any state. [S12.3] */
export default function Search({ loaderData: { currency } }: Pick<Route.ComponentProps, "loaderData">) {
  const texts = useTexts("adminSearch");
  const answer = useActionData<Answer>();
  const value = answer?.ok ? answer.value : null;
  return (
    <section className="flex flex-col gap-4">
      <PageHead title={texts("title")} />
      <OrderSearchForm words={value?.words ?? answer?.typed?.words} isFirst />
      {answer && !answer.ok && <Alert kind="error">{answer.sentence}</Alert>}
      {value === null || value.words === "" ? (
        <p className="note">{texts("whatIsFound")}</p>
      ) : value.found.length === 0 ? (
        <EmptyState icon="search" title={texts("nothingFound")}>
          {texts("whatIsFound")}
        </EmptyState>
      ) : (
        <FoundOrders found={value.found} currency={currency} />
      )}
    </section>
  );
}
