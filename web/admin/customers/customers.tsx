import { useActionData } from "react-router";
import { messages, sentence } from "#shop/messages.ts";
import { listCustomers } from "#shop/orders/list-customers.server.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { ListPages } from "#web/parts/list-pages.tsx";
import { pageTitle } from "#web/parts/page-title.ts";
import { orFail, type Said, say } from "#web/say.ts";
import { Alert } from "#web/ui/alert.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHead } from "#web/ui/sheet.tsx";
import { Table } from "#web/ui/table.tsx";
import type { Route } from "./+types/customers.ts";
import { CustomerRow, customerColumns } from "./customer-row.tsx";
import { readSearch } from "./read-search.ts";
import { SearchForm } from "./search-form.tsx";

export const meta: Route.MetaFunction = ({ matches }) => [...pageTitle("Customers", matches), { name: "robots", content: "noindex" }];

/** The accounts that the address asks for. Mutations of one load them too, so that their answer without script has a page. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const visitor = context.get(visitorContext);
  const search = readSearch(searchParams);
  const after = searchParams.get("after");
  const listed = await orFail(context, "failedToLoadCustomers", () =>
    listCustomers(context.get(servicesContext), visitor, { search, after }),
  );
  if (!listed.ok) throw say(listed);
  return { ...listed.value, search, after, ownId: visitor.kind === "guest" ? null : visitor.userId };
}

/** Customers: every account, newest first, found by address, name or user id; each can be disabled, enabled, and made an admin. [S6.3] */
export default function Customers({ loaderData: { rows, next, search, after, ownId } }: Route.ComponentProps) {
  const answer = useActionData<Said>();
  return (
    <section className="flex flex-col gap-4">
      <PageHead title="Customers" />
      {answer && <Alert kind={answer.ok ? "success" : "error"}>{answer.sentence}</Alert>}
      <Search search={search} />
      {rows.length === 0 ? (
        <EmptyState icon={search ? "search" : "user"} title={search ? sentence("nothingFoundFor", search) : messages.noCustomersYet} />
      ) : (
        <Table caption="Customers, newest first" head={customerColumns}>
          {rows.map((customer) => (
            <CustomerRow key={customer.id} customer={customer} isOwn={customer.id === ownId} />
          ))}
        </Table>
      )}
      <ListPages toFirst={after ? address(search, null) : null} toNext={next ? address(search, next) : null} />
    </section>
  );
}

function Search({ search }: { search: string }) {
  return (
    <SearchForm
      action="/admin/customers"
      search={search}
      label="Search by e-mail, name or user ID"
      placeholder="E-mail, name, user ID"
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
