import { data, Form, Link } from "react-router";
import { findSupplier } from "#shop/orders/suppliers/read-suppliers.server.ts";
import { SUPPLIER_NAME_MAX_LENGTH } from "#shop/stock/constants.ts";
import { supplierNames } from "#shop/stock/suppliers/supplier-names.server.ts";
import { requestContext } from "#web/context.ts";
import { besides } from "#web/parts/forms/besides.ts";
import { type Answer, useAnswer } from "#web/parts/forms/use-answer.ts";
import { usePosted } from "#web/parts/forms/use-posted.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { OwnText } from "#web/parts/text/own-text.tsx";
import { When } from "#web/parts/text/time.tsx";
import { orFail, say } from "#web/say.ts";
import { textsOfPage, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { SelectField, TextField } from "#web/ui/fields/text-field.tsx";
import { PageHead, Sheet } from "#web/ui/sheet.tsx";
import { Cell, Row, Table } from "#web/ui/table.tsx";
import { BackLink } from "../frame/back-link.tsx";
import { batchPath } from "../imports/batch-words.ts";
import type { Route } from "./+types/supplier.ts";
import { SUPPLIERS, supplierPath } from "./supplier-address.ts";
import { countColumns, SupplierCounts } from "./supplier-counts.tsx";
import { readDays, SupplierDays } from "./supplier-days.tsx";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "adminSuppliers")("supplier"), matches),
  { name: "robots", content: "noindex" },
];

export async function loader({ request, params, context }: Pick<Route.LoaderArgs, "request" | "params" | "context">) {
  const { services, visitor } = context.get(requestContext);
  const days = readDays(request.url);
  const [found, names] = await orFail(context, "failedToLoadSuppliers", () =>
    Promise.all([findSupplier(services, visitor, params.supplierId, days), supplierNames(services, visitor)]),
  );
  if (!found.ok) {
    const { data: refusal, init } = say(context, found);
    return data({ found: null, wrong: found.code === "supplierNotFound" ? null : refusal.sentence, days, others: [] }, init ?? {});
  }
  const others = names.filter((name) => name !== found.value.supplier.name);
  return data({ found: found.value, wrong: null, days, others });
}

type Props = Pick<Route.ComponentProps, "loaderData" | "params">;

/** One supplier: what came of its IDs in some days or ever, the sheet of the dead ones, and its changes. [S15.10] [S15.12] */
export default function SupplierPage({ loaderData: { found, wrong, days, others }, params }: Props) {
  const texts = useTexts("adminSuppliers");
  const answered = usePosted<Answer & { typed?: Record<string, string> }>();
  const path = supplierPath(params.supplierId);
  if (!found)
    return wrong ? (
      <section className="flex flex-col gap-4">
        <SupplierDays days={days} action={path} />
        <Alert kind="error">{wrong}</Alert>
      </section>
    ) : (
      <EmptyState icon="user" title={texts("supplierNotFound")} />
    );
  const { supplier, products, imports } = found;
  const { name, hiddenAt, ...numbers } = supplier;
  return (
    <section className="flex flex-col gap-4">
      <BackLink to={SUPPLIERS}>{texts("allSuppliers")}</BackLink>
      <PageHead title={<span className="wrap-anywhere">{name}</span>}>
        {hiddenAt && (
          <Badge tone="slate" icon="eye">
            {texts("hidden")}
          </Badge>
        )}
      </PageHead>
      {answered?.sentence && <Alert kind={answered.ok ? "success" : "error"}>{answered.sentence}</Alert>}
      <SupplierDays days={days} action={path} />
      <Table caption={texts("numbers")} head={["product", ...countColumns].map((key) => texts(key as "product"))}>
        <Row>
          <Cell className="font-semibold">{texts("allProducts")}</Cell>
          <SupplierCounts {...numbers} />
        </Row>
        {products.map(({ id, nameLanguage, name: productName, ...its }) => (
          <Row key={id}>
            <Cell className="wrap-anywhere md:min-w-44">
              <OwnText language={nameLanguage}>{productName}</OwnText>
            </Cell>
            <SupplierCounts {...its} />
          </Row>
        ))}
      </Table>
      {imports.length > 0 && (
        <Table caption={texts("imports")} head={["import", ...countColumns].map((key) => texts(key as "import"))}>
          {imports.map(({ id, createdAt, note, ...its }) => (
            <Row key={id}>
              <Cell className="wrap-anywhere md:min-w-44">
                <Link to={batchPath(id)} className="touch-link font-semibold underline underline-offset-2">
                  <When at={createdAt} />
                </Link>
                {note && <span className="block text-sm text-soft">{note}</span>}
              </Cell>
              <SupplierCounts {...its} />
            </Row>
          ))}
        </Table>
      )}
      <DeadIds supplierId={supplier.id} />
      <Changes key={supplier.id} supplier={supplier} others={others} typed={answered?.typed?.name} />
    </section>
  );
}

function DeadIds({ supplierId }: { supplierId: string }) {
  const texts = useTexts("adminSuppliers");
  return (
    <Sheet title={texts("sheet")}>
      <p className="text-soft">{texts("sheetLead")}</p>
      <form action={`${supplierPath(supplierId)}/dead-ids.csv`} aria-label={texts("sheet")} className="flex flex-wrap items-end gap-3">
        <TextField type="date" name="from" label={texts("from")} />
        <TextField type="date" name="to" label={texts("to")} />
        <Button type="submit" variant="secondary" icon="download">
          {texts("download")}
        </Button>
      </form>
    </Sheet>
  );
}

/** `typed` is the refused name of a form that was sent without JavaScript. */
function Changes({
  supplier: { id, name, hiddenAt },
  others,
  typed,
}: {
  supplier: { id: string; name: string; hiddenAt: Date | null };
  others: string[];
  typed: string | undefined;
}) {
  const texts = useTexts("adminSuppliers");
  const naming = useAnswer(undefined, () => {});
  const hiding = useAnswer(undefined, () => {});
  return (
    <Sheet title={texts("change")}>
      <naming.Form method="post" action={`${supplierPath(id)}/name`} className="flex flex-wrap items-end gap-3">
        <TextField
          label={texts("name")}
          name="name"
          defaultValue={typed ?? name}
          maxLength={SUPPLIER_NAME_MAX_LENGTH}
          autoComplete="off"
          required
          error={besides(naming.refusal, "name")}
        />
        <Button type="submit" variant="secondary" icon="check" isBusy={naming.isBusy}>
          {texts("rename")}
        </Button>
      </naming.Form>
      {others.length > 0 && (
        <Form method="post" action={`${supplierPath(id)}/merging`} className="flex flex-wrap items-end gap-3">
          <SelectField label={texts("mergeInto")} name="name" hint={texts("mergeHint")}>
            {others.map((other) => (
              <option key={other}>{other}</option>
            ))}
          </SelectField>
          <Button type="submit" variant="secondary" icon="swap">
            {texts("merge")}
          </Button>
        </Form>
      )}
      <hiding.Form method="post" action={`${supplierPath(id)}/hiding`} className="flex flex-col items-start gap-1">
        <p className="text-soft">{texts(hiddenAt ? "showHint" : "hideHint")}</p>
        <input type="hidden" name="hidden" value={hiddenAt ? "false" : "true"} />
        <Button type="submit" variant="secondary" icon="eye" isBusy={hiding.isBusy}>
          {texts(hiddenAt ? "show" : "hide")}
        </Button>
      </hiding.Form>
    </Sheet>
  );
}
