import { Link } from "react-router";
import { listSuppliers } from "#shop/orders/suppliers/read-suppliers.server.ts";
import { requestContext } from "#web/context.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { ListPages } from "#web/parts/text/list-pages.tsx";
import { orFail, say } from "#web/say.ts";
import { textsOfPage, useLocale, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHead } from "#web/ui/sheet.tsx";
import { Cell, Row, Table } from "#web/ui/table.tsx";
import type { Route } from "./+types/suppliers.ts";
import { SUPPLIERS, supplierPath } from "./supplier-address.ts";
import { countColumns, SupplierCounts } from "./supplier-counts.tsx";
import { daysQuery, readDays, SupplierDays } from "./supplier-days.tsx";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "adminSuppliers")("suppliers"), matches),
  { name: "robots", content: "noindex" },
];

export async function loader({ request, context }: Route.LoaderArgs) {
  const after = new URL(request.url).searchParams.get("after") ?? "";
  const { services, visitor } = context.get(requestContext);
  const days = readDays(request.url);
  const found = await orFail(context, "failedToLoadSuppliers", () => listSuppliers(services, visitor, { after, ...days }));
  const refusal = found.ok ? null : say(context, found).data;
  return { ...(found.ok ? found.value : { rows: [], next: null }), refusal, days, isFirst: after === "" };
}

/** All suppliers by name, with what came of their IDs in some days or ever. [S15.10] */
export default function Suppliers({ loaderData: { rows, next, refusal, days, isFirst } }: Route.ComponentProps) {
  const texts = useTexts("adminSuppliers");
  const locale = useLocale();
  return (
    <section className="flex flex-col gap-4">
      <PageHead title={texts("suppliers")}>{texts("suppliersLead")}</PageHead>
      <SupplierDays days={days} action={SUPPLIERS} />
      {refusal && !refusal.ok ? (
        <Alert kind="error">{refusal.sentence}</Alert>
      ) : rows.length === 0 ? (
        <EmptyState icon="user" title={texts("noSuppliersYet")}>
          {texts("suppliersComeFrom")}
        </EmptyState>
      ) : (
        <Table caption={texts("suppliers")} head={["supplier", "imports", ...countColumns].map((key) => texts(key as "supplier"))}>
          {rows.map(({ id, name, hiddenAt, imports, ...numbers }) => (
            <Row key={id}>
              <Cell className="md:min-w-44">
                <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  <Link
                    to={supplierPath(id) + daysQuery(days)}
                    className="touch-link font-semibold underline underline-offset-2 wrap-anywhere"
                  >
                    {name}
                  </Link>
                  {hiddenAt && (
                    <Badge tone="slate" icon="eye">
                      {texts("hidden")}
                    </Badge>
                  )}
                </span>
              </Cell>
              <Cell label={texts("imports")} className="figures">
                {imports.toLocaleString(locale)}
              </Cell>
              <SupplierCounts {...numbers} />
            </Row>
          ))}
        </Table>
      )}
      <ListPages toFirst={isFirst ? null : SUPPLIERS + daysQuery(days)} toNext={next && SUPPLIERS + daysQuery(days, { after: next })} />
    </section>
  );
}
