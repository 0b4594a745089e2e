import { useActionData } from "react-router";
import { listCustomers } from "#shop/accounts/customers/list-customers.server.ts";
import { requestContext } from "#web/context.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { ListPages } from "#web/parts/text/list-pages.tsx";
import { orFail, type Said, say } from "#web/say.ts";
import { textsOfPage, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHead } from "#web/ui/sheet.tsx";
import { Table } from "#web/ui/table.tsx";
import { readSearch } from "../lists/read-search.ts";
import { SearchForm } from "../lists/search-form.tsx";
import type { Route } from "./+types/customers.ts";
import { CustomerRow, customerColumns } from "./customer-row.tsx";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "adminCustomers")("customers"), matches),
  { name: "robots", content: "noindex" },
];

/** Loads a page of the accounts, also for the mutations' answers without JavaScript. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const { visitor, services } = context.get(requestContext);
  const search = readSearch(searchParams);
  const after = searchParams.get("after");
  const listed = await orFail(context, "failedToLoadCustomers", () => listCustomers(services, visitor, { search, after }));
  if (!listed.ok) throw say(context, listed);
  return { ...listed.value, search, after, ownId: visitor.kind === "guest" ? null : visitor.userId };
}

/**
 * Customers: all accounts, newest first, with a search by email, name or user ID; each can be
 * disabled, enabled, or invited to work in the shop. [S6.3] [S13.8]
 */
export default function Customers({ loaderData: { rows, next, search, after, ownId } }: Route.ComponentProps) {
  const texts = useTexts("adminCustomers");
  const answer = useActionData<Said>();
  return (
    <section className="flex flex-col gap-4">
      <PageHead title={texts("customers")} />
      {answer && <Alert kind={answer.ok ? "success" : "error"}>{answer.sentence}</Alert>}
      <Search search={search} />
      {rows.length === 0 ? (
        <EmptyState
          icon={search ? "search" : "user"}
          title={search ? texts("nothingFoundFor", { words: search }) : texts("noCustomersYet")}
        />
      ) : (
        <Table caption={texts("customersCaption")} head={customerColumns.map((column) => texts(column))}>
          {rows.map((customer) => (
            <CustomerRow key={customer.id} customer={customer} ownId={ownId} />
          ))}
        </Table>
      )}
      <ListPages toFirst={after ? address(search, null) : null} toNext={next ? address(search, next) : null} />
    </section>
  );
}

function Search({ search }: { search: string }) {
  const texts = useTexts("adminCustomers");
  return (
    <SearchForm
      action="/admin/customers"
      search={search}
      label={texts("searchLabel")}
      placeholder={texts("searchPlaceholder")}
      all="/admin/customers"
    />
  );
}

function address(search: string, after: string | null): string {
  const params = new URLSearchParams();
  if (search) params.set("search", search);
  if (after) params.set("after", after);
  return params.size > 0 ? `/admin/customers?${params}` : "/admin/customers";
}
