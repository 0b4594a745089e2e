import { data } from "react-router";
import { messages } from "#shop/messages.ts";
import { findBatch } from "#shop/stock/imports/find-batches.server.ts";
import { requestContext } from "#web/context.ts";
import { usePosted } from "#web/parts/forms/use-posted.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { orFail } from "#web/say.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHead } from "#web/ui/sheet.tsx";
import type { ProductAnswer } from "../products/product-answer.ts";
import { countedIn } from "../products/product-form.tsx";
import type { Route } from "./+types/batch.ts";
import { BatchAdded } from "./batch-added.tsx";
import { BatchChecked } from "./batch-checked.tsx";
import { stateSignalOf } from "./batch-words.ts";

export const meta: Route.MetaFunction = ({ matches }) => [...pageTitle("Import", matches), { name: "robots", content: "noindex" }];

export async function loader({ params, context }: Pick<Route.LoaderArgs, "params" | "context">) {
  const batch = await orFail(context, "failedToLoadBatches", () => findBatch(context.get(requestContext).services, params.batchId));
  return data({ batch }, { status: batch ? 200 : 404 });
}

/** One import: the result of its check, or the states of its IDs and a button to undo it. */
export default function BatchPage({ loaderData: { batch } }: Pick<Route.ComponentProps, "loaderData">) {
  const answered = usePosted<ProductAnswer>();
  if (!batch) {
    return (
      <EmptyState icon="box" title={messages.batchNotFound} actions={<LinkButton to="/admin/batches/new">Check IDs again</LinkButton>} />
    );
  }
  const { word, tone, icon } = stateSignalOf(batch);
  return (
    <section className="flex max-w-3xl flex-col gap-4">
      <PageHead
        title="Import"
        actions={
          <LinkButton to="/admin/batches" variant="secondary">
            All imports
          </LinkButton>
        }
      >
        <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="wrap-anywhere">{batch.productName}</span>
          <Badge tone={tone} icon={icon}>
            {word}
          </Badge>
        </span>
      </PageHead>
      {answered && <Answered answer={answered} />}
      {batch.state === "draft" ? <BatchChecked batch={batch} /> : <BatchAdded key={batch.id} batch={batch} answered={answered} />}
    </section>
  );
}

/** The answer to a form sent without JavaScript. */
function Answered({ answer }: { answer: ProductAnswer }) {
  if (!answer.ok) return <Alert kind="error">{answer.sentence}</Alert>;
  return <Alert kind="success">{[answer.sentence, ...countedIn(answer)].join(" ")}</Alert>;
}
