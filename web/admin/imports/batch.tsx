import { data } from "react-router";
import { previewRecall, readRecall } from "#shop/orders/recalls/read-recall.server.ts";
import { findBatch } from "#shop/stock/imports/find-batches.server.ts";
import { supplierNames } from "#shop/stock/suppliers/supplier-names.server.ts";
import { useMay } from "#web/admin/frame/use-may.ts";
import { requestContext } from "#web/context.ts";
import { usePosted } from "#web/parts/forms/use-posted.ts";
import { queueEvents, useLive } from "#web/parts/live/use-live.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { OwnText } from "#web/parts/text/own-text.tsx";
import { orFail } from "#web/say.ts";
import { textsOfPage, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHead } from "#web/ui/sheet.tsx";
import { BackLink } from "../frame/back-link.tsx";
import { CHECK_IDS } from "../frame/form-addresses.ts";
import { ShowIds } from "../ids/show-ids.tsx";
import type { ProductAnswer } from "../products/product-answer.ts";
import { countedIn } from "../products/say-product.ts";
import type { Route } from "./+types/batch.ts";
import { BatchAdded } from "./batch-added.tsx";
import { BatchChecked } from "./batch-checked.tsx";
import { batchPath, stateSignalOf } from "./batch-words.ts";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "adminImports")("import"), matches),
  { name: "robots", content: "noindex" },
];

export async function loader({ params, context }: Pick<Route.LoaderArgs, "params" | "context">) {
  const { services, visitor } = context.get(requestContext);
  const [batch, suppliers, preview, last] = await orFail(context, "failedToLoadBatches", () =>
    Promise.all([
      findBatch(services, visitor, params.batchId),
      supplierNames(services, visitor),
      previewRecall(services, visitor, params.batchId),
      readRecall(services, visitor, params.batchId),
    ]),
  );
  return data({ batch, suppliers, recall: preview && { preview, last } }, { status: batch ? 200 : 404 });
}

/** One import: the result of its check, or the states of its IDs and a button to undo it. */
export default function BatchPage({ loaderData: { batch, suppliers, recall } }: Pick<Route.ComponentProps, "loaderData">) {
  const texts = useTexts("adminImports");
  const answered = usePosted<ProductAnswer>();
  const isRecalling = recall?.last?.finishedAt === null;
  useLive(useMay()("read-orders") && isRecalling ? queueEvents : null);
  if (!batch) {
    return (
      <EmptyState icon="box" title={texts("batchNotFound")} actions={<LinkButton to={CHECK_IDS}>{texts("checkIdsAgain")}</LinkButton>} />
    );
  }
  const { word, tone, icon } = stateSignalOf(batch);
  return (
    <section className="flex max-w-3xl flex-col gap-4">
      <BackLink to="/admin/batches">{texts("allImports")}</BackLink>
      <PageHead title={texts("import")}>
        <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
          <OwnText language={batch.nameLanguage} className="wrap-anywhere">
            {batch.productName}
          </OwnText>
          <Badge tone={tone} icon={icon}>
            {texts(word)}
          </Badge>
        </span>
      </PageHead>
      {answered && <Answered answer={answered} />}
      {batch.mustShowIds && <ShowIds action={batchPath(batch.id)} />}
      {batch.state === "draft" ? (
        <BatchChecked batch={batch} />
      ) : (
        <BatchAdded key={batch.id} batch={batch} suppliers={suppliers} recall={recall} answered={answered} />
      )}
    </section>
  );
}

/** The answer to a form sent without JavaScript. */
function Answered({ answer }: { answer: ProductAnswer }) {
  const texts = useTexts("adminProducts");
  if (!answer.ok) return <Alert kind="error">{answer.sentence}</Alert>;
  return <Alert kind="success">{[answer.sentence, ...countedIn(texts, answer)].join(" ")}</Alert>;
}
