import { data } from "react-router";
import { messages } from "#shop/messages.ts";
import { findBatch } from "#shop/stock/batch-reads.server.ts";
import { servicesContext } from "#web/context.ts";
import { pageTitle } from "#web/parts/page-title.ts";
import { usePosted } from "#web/parts/use-posted.ts";
import { orFail } from "#web/say.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHead } from "#web/ui/sheet.tsx";
import type { Route } from "./+types/batch.ts";
import { BatchAdded } from "./batch-added.tsx";
import { BatchChecked } from "./batch-checked.tsx";
import { stateSignalOf } from "./batch-words.ts";
import type { ProductAnswer } from "./product-answer.ts";
import { countedIn } from "./product-form.tsx";

export const meta: Route.MetaFunction = ({ matches }) => [...pageTitle("Import", matches), { name: "robots", content: "noindex" }];

export async function loader({ params, context }: Pick<Route.LoaderArgs, "params" | "context">) {
  const batch = await orFail(context, "failedToLoadBatches", () => findBatch(context.get(servicesContext), params.batchId));
  return data({ batch }, { status: batch ? 200 : 404 });
}

/** One import: what its check found and what to add of it; once it was added, where its IDs are, and how to undo it. */
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

/** What a page without script was told. */
function Answered({ answer }: { answer: ProductAnswer }) {
  if (!answer.ok) return <Alert kind="error">{answer.sentence}</Alert>;
  return <Alert kind="success">{[answer.sentence, ...countedIn(answer)].join(" ")}</Alert>;
}
