import { redirect, useActionData } from "react-router";
import { listStatements } from "#shop/orders/payment/statements/find-statements.server.ts";
import { uploadStatement } from "#shop/orders/payment/statements/upload-statement.server.ts";
import { sendWithProgress } from "#web/admin/frame/send-with-progress.ts";
import { streamsProgress, withProgress } from "#web/admin/frame/stream-progress.ts";
import { requestContext } from "#web/context.ts";
import { orNetworkError } from "#web/parts/forms/network-error.ts";
import { withTypedFields } from "#web/parts/forms/typed-fields.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { ListPages } from "#web/parts/text/list-pages.tsx";
import { When } from "#web/parts/text/time.tsx";
import { orFail, orSay, say } from "#web/say.ts";
import { textsOfPage, useTexts } from "#web/texts.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHead, Sheet } from "#web/ui/sheet.tsx";
import { Cell, Row, Table } from "#web/ui/table.tsx";
import type { Route } from "./+types/statements.ts";
import { readStatementForm } from "./read-statement-form.server.ts";
import { StatementForm } from "./statement-form.tsx";
import { bankWordOf, STATEMENTS, type StatementAnswer, statementPath } from "./statement-words.ts";
import { StillReading } from "./still-reading.tsx";
import { withinAWhile } from "./within-a-while.server.ts";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "adminStatements")("statements"), matches),
  { name: "robots", content: "noindex" },
];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { services, visitor } = context.get(requestContext);
  const after = new URL(request.url).searchParams.get("after");
  const { rows, next } = await orFail(context, "failedToLoadStatements", () => listStatements(services, visitor, after));
  return { statements: rows, next, after };
}

export const middleware: Route.MiddlewareFunction[] = [streamsProgress];

/**
 * Reads a statement and shows what its lines mean: POST /admin/statements. A long one is read on
 * while the list of statements says how much was read, unless its progress is shown. [S10.13]
 */
export const action = withProgress(async ({ request, context }: Route.ActionArgs, report) => {
  const { services, visitor } = context.get(requestContext);
  const read = await readStatementForm(request);
  if (!read.ok) return say(context, read);

  const { form, file, typed } = read.value;
  const upload = (onStart?: () => void) =>
    orSay(context, "failedToProcessRequest", () => uploadStatement(services, visitor, form, file, report, onStart));
  const uploaded = report ? await upload() : await withinAWhile(upload);
  if (!uploaded) throw redirect(STATEMENTS, 303);
  if (uploaded.ok) throw redirect(statementPath(uploaded.value), 303);
  return withTypedFields(say(context, uploaded), typed);
});

/** Always shows the progress, because the length of a file is not known. */
export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return orNetworkError("failedToProcessRequest", async () => {
    return sendWithProgress(STATEMENTS, await request.clone().formData(), serverAction);
  });
}

/** Bank statements: a form to upload one, and those that were uploaded. [S10.13] */
export default function Statements({ loaderData: { statements, next, after } }: Route.ComponentProps) {
  const texts = useTexts("adminStatements");
  return (
    <section className="flex flex-col gap-4">
      <PageHead title={texts("statements")}>{texts("intro")}</PageHead>
      <Sheet title={texts("upload")} className="max-w-3xl">
        <StatementForm answered={useActionData<StatementAnswer>()} />
      </Sheet>
      {statements.length === 0 ? (
        <EmptyState icon="upload" title={texts("noStatements")}>
          {texts("noStatementsHint")}
        </EmptyState>
      ) : (
        <Table caption={texts("statements")} head={[texts("uploaded"), texts("bank"), texts("file"), texts("found"), texts("state")]}>
          {statements.map(({ id, kind, bank, fileName, uploadedAt, isReading, isConfirmed, counts }) => (
            <Row key={id}>
              <Cell label={texts("uploaded")} className="sm:whitespace-nowrap">
                <When at={uploadedAt} as="short" />
              </Cell>
              <Cell label={texts("bank")} className="sm:whitespace-nowrap">
                {kind === "alerts" ? texts("bankAlerts") : texts(bankWordOf(bank))}
              </Cell>
              <Cell label={texts("file")} className={fileName === "" ? "max-md:hidden" : "wrap-anywhere"}>
                {fileName}
              </Cell>
              <Cell label={texts("found")}>
                {isReading ? <StillReading counts={counts} to={STATEMENTS} /> : texts("foundCounts", counts)}
              </Cell>
              <Cell>
                {!isReading && (
                  <LinkButton to={statementPath({ statementId: id })} variant="secondary">
                    {texts(isConfirmed ? "open" : "review")}
                  </LinkButton>
                )}
              </Cell>
            </Row>
          ))}
        </Table>
      )}
      <ListPages toFirst={after ? STATEMENTS : null} toNext={next && `${STATEMENTS}?${new URLSearchParams({ after: next })}`} />
    </section>
  );
}
