import { data, Form } from "react-router";
import { SUPPLIER_NAME_MAX_LENGTH } from "#shop/stock/constants.ts";
import { findSupplier, supplierNames } from "#shop/stock/suppliers/find-suppliers.server.ts";
import { requestContext } from "#web/context.ts";
import { besides } from "#web/parts/forms/besides.ts";
import { type Answer, useAnswer } from "#web/parts/forms/use-answer.ts";
import { usePosted } from "#web/parts/forms/use-posted.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { OwnText } from "#web/parts/text/own-text.tsx";
import { orFail } from "#web/say.ts";
import { textsOfPage, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { SelectField, TextField } from "#web/ui/fields/text-field.tsx";
import { PageHead, Sheet } from "#web/ui/sheet.tsx";
import { Cell, Row, Table } from "#web/ui/table.tsx";
import { BackLink } from "../frame/back-link.tsx";
import type { Route } from "./+types/supplier.ts";
import { SUPPLIERS, supplierPath } from "./supplier-address.ts";
import { countColumns, SupplierCounts } from "./supplier-counts.tsx";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "adminSuppliers")("supplier"), matches),
  { name: "robots", content: "noindex" },
];

export async function loader({ params, context }: Pick<Route.LoaderArgs, "params" | "context">) {
  const { services, visitor } = context.get(requestContext);
  const [supplier, names] = await orFail(context, "failedToLoadSuppliers", () =>
    Promise.all([findSupplier(services, visitor, params.supplierId), supplierNames(services, visitor)]),
  );
  return data({ supplier, others: names.filter((name) => name !== supplier?.name) }, { status: supplier ? 200 : 404 });
}

type Props = Pick<Route.ComponentProps, "loaderData">;

/** One supplier: what came of its IDs, the sheet of the dead ones, and its changes. [S15.10] [S15.12] */
export default function SupplierPage({ loaderData: { supplier, others } }: Props) {
  const texts = useTexts("adminSuppliers");
  const answered = usePosted<Answer & { typed?: Record<string, string> }>();
  if (!supplier) return <EmptyState icon="user" title={texts("supplierNotFound")} />;
  const { name, hiddenAt, products, ...numbers } = supplier;
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
