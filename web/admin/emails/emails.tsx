import { useActionData } from "react-router";
import type { KeyIn, Texts } from "#messages/texts.ts";
import { type EmailState, emailStates, isEmailState } from "#shop/emails/email.ts";
import { listEmails } from "#shop/emails/reading/list-emails.server.ts";
import { requestContext } from "#web/context.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { ListPages } from "#web/parts/text/list-pages.tsx";
import { orFail, say, withShownProblem } from "#web/say.ts";
import { textsOfPage, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHead } from "#web/ui/sheet.tsx";
import { Table } from "#web/ui/table.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import type { Route } from "./+types/emails.ts";
import { EmailRow, emailColumns } from "./email-row.tsx";
import { EmailSheet } from "./email-sheet.tsx";
import type { EmailAnswer } from "./email-showing-form.tsx";
import { stateWords } from "./email-words.ts";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "adminEmails")("emails"), matches),
  { name: "robots", content: "noindex" },
];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const asked = searchParams.get("state");
  const state = isEmailState(asked) ? asked : null;
  const after = searchParams.get("after");
  const { services, visitor } = context.get(requestContext);
  const listed = await orFail(context, "failedToLoadEmails", () => listEmails(services, visitor, { state, after }));
  if (!listed.ok) throw say(context, listed);
  const rows = listed.value.rows.map((row) => withShownProblem(context, row));
  return { ...listed.value, rows, state, after, isMailOn: services.mail.isOn };
}

/**
 * Emails: what the shop sent to whom, and the state of each. The list contains no secrets; showing
 * one takes a click.
 */
export default function Emails({ loaderData: { rows, next, state, after, isMailOn } }: Pick<Route.ComponentProps, "loaderData">) {
  const texts = useTexts("adminEmails");
  const answer = useActionData<EmailAnswer>();
  const shown = answer?.ok && answer.value ? answer.value : null;
  return (
    <section className="flex flex-col gap-3">
      <PageHead title={texts("emails")} warning={!isMailOn && <p className="warning-line">{texts("emailsAreKept")}</p>}>
        {texts("intro")}
      </PageHead>
      {shown && <EmailSheet email={shown} />}
      {answer && !shown && answer.sentence && <Alert kind={answer.ok ? "success" : "error"}>{answer.sentence}</Alert>}
      <Tabs label={texts("whichEmails")} look="pills" tabs={tabs(texts, state)} />
      {rows.length === 0 ? (
        <EmptyState icon="mail" title={texts(state ? nothingInState[state] : "noEmailsYet")} />
      ) : (
        <Table caption={texts("emailsNewestFirst")} head={emailColumns.map((column) => texts(column))} className="lines-below-md">
          {rows.map((email) => (
            <EmailRow key={email.id} email={email} isMailOn={isMailOn} />
          ))}
        </Table>
      )}
      <ListPages toFirst={after ? address(state, null) : null} toNext={next ? address(state, next) : null} />
    </section>
  );
}

const nothingInState = {
  kept: "noStoredEmails",
  waiting: "noWaitingEmails",
  sent: "noSentEmails",
  failed: "noFailedEmails",
} as const satisfies Record<EmailState, KeyIn<"adminEmails">>;

function tabs(texts: Texts<"adminEmails">, current: EmailState | null) {
  const all = { to: address(null, null), label: texts("allEmails"), isCurrent: current === null };
  const ofState = (state: EmailState) => ({ to: address(state, null), label: texts(stateWords[state]), isCurrent: state === current });
  return [all, ...emailStates.map(ofState)];
}

function address(state: EmailState | null, after: string | null): string {
  const params = new URLSearchParams();
  if (state) params.set("state", state);
  if (after) params.set("after", after);
  return params.size > 0 ? `/admin/emails?${params}` : "/admin/emails";
}
