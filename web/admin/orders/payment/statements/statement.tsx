import { useSearchParams } from "react-router";
import { findStatement } from "#shop/orders/payment/statements/find-statements.server.ts";
import { refused } from "#shop/refusal.ts";
import { requestContext } from "#web/context.ts";
import { usePosted } from "#web/parts/forms/use-posted.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { When } from "#web/parts/text/time.tsx";
import { orFail, say } from "#web/say.ts";
import { rich, textsOfPage, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { PageHead, Sheet } from "#web/ui/sheet.tsx";
import { BackLink } from "../../../frame/back-link.tsx";
import type { Route } from "./+types/statement.ts";
import { StatementConfirmation } from "./statement-confirmation-form.tsx";
import { StatementLines } from "./statement-lines.tsx";
import { bankWordOf, linesOf, STATEMENTS, type StatementAnswer, statementPath } from "./statement-words.ts";
import { StillReading } from "./still-reading.tsx";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "adminStatements")("statement"), matches),
  { name: "robots", content: "noindex" },
];

export async function loader({ request, params, context }: Pick<Route.LoaderArgs, "request" | "params" | "context">) {
  const { services, visitor, settings } = context.get(requestContext);
  const from = linesOf(new URL(request.url).searchParams);
  const statement = await orFail(context, "failedToLoadStatements", () => findStatement(services, visitor, params.statementId, from));
  if (!statement) throw say(context, refused("statementNotFound"));
  return { statement, from, currency: settings.adminCurrency };
}

/**
 * A statement: what its lines mean, and the button that settles those that pay for an order.
 * [S10.13]
 */
export default function StatementPage({ loaderData: { statement, from, currency } }: Pick<Route.ComponentProps, "loaderData">) {
  const texts = useTexts("adminStatements");
  const posted = usePosted<StatementAnswer>();
  const [params] = useSearchParams();
  const unreadable = Number(params.get("unreadable"));
  const { kind, bank, fileName, lines, knownLines, isReading, counts } = statement;
  return (
    <section className="flex flex-col gap-4">
      <BackLink to={STATEMENTS}>{texts("allStatements")}</BackLink>
      <PageHead title={texts("statement")}>
        {kind === "alerts" ? (
          rich(texts, "alertsOf", { time: () => <When at={statement.uploadedAt} as="date" /> })
        ) : (
          <span className="wrap-anywhere">{`${texts(bankWordOf(bank))} · ${fileName}`}</span>
        )}
      </PageHead>
      {posted && <Alert kind={posted.ok ? "success" : "error"}>{posted.sentence}</Alert>}
      {unreadable > 0 && <Alert kind={lines === 0 ? "error" : "warning"}>{texts("rowsUnreadable", { n: unreadable })}</Alert>}
      {isReading && <StillReading counts={counts} to={statementPath({ statementId: statement.id })} />}
      <p hidden={isReading}>
        <span>{texts("readLines", { n: lines })}</span> {knownLines > 0 && <span>{texts("knownLines", { n: knownLines })}</span>}
      </p>
      {!isReading && <StatementConfirmation statement={statement} from={from} currency={currency} />}
      {(["conflict", "other"] as const).map(
        (kind) =>
          counts[kind] > 0 && (
            <Sheet key={kind} title={texts(kind === "conflict" ? "conflictTitle" : "otherTitle", { n: counts[kind] })}>
              <p className="text-soft">{texts(kind === "conflict" ? "conflictHint" : "otherHint")}</p>
              <StatementLines
                {...{ statement, kind, from, currency }}
                caption={texts(kind === "conflict" ? "conflictTitle" : "otherTitle", { n: counts[kind] })}
              />
            </Sheet>
          ),
      )}
    </section>
  );
}
