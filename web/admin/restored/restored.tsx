import { useState } from "react";
import { useActionData } from "react-router";
import { type RestoredShop, showRestored } from "#shop/stock/restored/restored-shop.server.ts";
import { requestContext } from "#web/context.ts";
import { besides } from "#web/parts/forms/besides.ts";
import { RefusalAlert } from "#web/parts/forms/refusal-alert.tsx";
import { type Answer, useAnswer } from "#web/parts/forms/use-answer.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { When } from "#web/parts/text/time.tsx";
import { orFail } from "#web/say.ts";
import { rich, textsOfPage, useTexts } from "#web/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { PageHead, Sheet } from "#web/ui/sheet.tsx";
import { IdsFields } from "../ids/ids-fields.tsx";
import { loadProductChoices } from "../products/choice/load-product-choices.server.ts";
import { ProductChoiceField } from "../products/choice/product-choice-field.tsx";
import { ProductChoiceSearch } from "../products/choice/product-choice-search.tsx";
import { wrongAt } from "../products/editing/product-field.ts";
import type { ProductAnswer } from "../products/product-answer.ts";
import { ProductForm } from "../products/product-form.tsx";
import type { Route } from "./+types/restored.ts";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "adminExport")("restored"), matches),
  { name: "robots", content: "noindex" },
];

/** Loads what the shop holds back since it was restored, and the products. */
export async function loader({ request, context }: Pick<Route.LoaderArgs, "request" | "context">) {
  const { services, visitor } = context.get(requestContext);
  const [shop, choices] = await Promise.all([
    orFail(context, "networkNotOk", () => showRestored(services, visitor)),
    loadProductChoices(context, new URL(request.url)),
  ]);
  return { shop, ...choices };
}

/** After a restore: which IDs went out since the backup, and free the rest. [S3.2] */
export default function Restored({ loaderData: { shop, products, search } }: Pick<Route.ComponentProps, "loaderData">) {
  const texts = useTexts("adminExport");
  const answered = useActionData<ProductAnswer>();
  // Without script both forms answer here; a refused list of IDs says what was typed.
  const isOfRest = answered?.ok === false && answered.typed === undefined;
  return (
    <section className="flex max-w-3xl flex-col gap-4">
      <PageHead title={texts("restored")}>{shop && rich(texts, "restoredFrom", { time: () => <When at={shop.madeAt} /> })}</PageHead>
      {shop ? (
        <>
          <p className="font-semibold">{texts("heldBack", { n: shop.heldBack })}</p>
          {!shop.isFreeing && <GoneIds products={products} search={search} answered={isOfRest ? undefined : answered} />}
          <FreeRest shop={shop} answered={isOfRest ? answered : undefined} />
        </>
      ) : (
        <EmptyState icon="done" title={texts("nothingHeldBack")}>
          {texts("notRestored")}
        </EmptyState>
      )}
    </section>
  );
}

type GoneIdsProps = Pick<Route.ComponentProps["loaderData"], "products" | "search"> & { answered: ProductAnswer | undefined };

function GoneIds({ products, search, answered }: GoneIdsProps) {
  const texts = useTexts("adminExport");
  const [sent, setSent] = useState(0);
  const typed = answered?.ok === false ? answered.typed : undefined;
  return (
    <Sheet title={texts("goneIds")}>
      <p className="text-soft">{texts("goneIdsHow")}</p>
      <ProductChoiceSearch action="/admin/restored" all="/admin/restored" search={search} found={products.length} />
      <ProductForm
        key={search}
        label={texts("withdrawGone")}
        action="/admin/restored/withdrawal"
        answered={answered}
        encType="multipart/form-data"
        isSaidHere
        onDone={() => setSent(sent + 1)}
      >
        {({ answer, isBusy }) => (
          <>
            <IdsFields key={sent} label={texts("goneIdsField")} typed={sent === 0 ? typed : undefined} answer={answer} />
            <ProductChoiceField
              products={products}
              search={search}
              typed={typed?.productId}
              error={wrongAt(answer, "productId")}
              hint={texts("productOfUnknown")}
            />
            <Button type="submit" variant="secondary" icon="ban" isBusy={isBusy} className="sm:self-start">
              {texts("withdrawGone")}
            </Button>
          </>
        )}
      </ProductForm>
    </Sheet>
  );
}

function FreeRest({ shop, answered }: { shop: RestoredShop; answered: ProductAnswer | undefined }) {
  const texts = useTexts("adminExport");
  const { Form, isBusy, refusal } = useAnswer(answered as Answer | undefined, () => {});
  return (
    <Sheet title={texts("freeRest")}>
      <p className="text-soft">{texts(shop.isFreeing ? "freeingBrokeOff" : "freeRestHow")}</p>
      <Form method="post" action="/admin/restored/settlement" aria-label={texts("freeThem")} className="flex flex-col gap-4">
        <RefusalAlert general={texts("freeThem")} refusal={refusal} fields={["missingOrders"]} />
        {shop.isFreeing ? (
          <input type="hidden" name="missingOrders" value="0" />
        ) : (
          <TextField
            type="number"
            name="missingOrders"
            label={texts("missingOrders")}
            hint={texts("missingOrdersHint")}
            min={0}
            required
            error={besides(refusal, "missingOrders")}
          />
        )}
        <Button type="submit" icon="done" isBusy={isBusy} className="sm:self-start">
          {texts("freeThem")}
        </Button>
      </Form>
    </Sheet>
  );
}
