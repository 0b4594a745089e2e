import type { MouseEvent } from "react";
import { Link, useActionData } from "react-router";
import { listPeople } from "#shop/accounts/people/list-people.server.ts";
import { requestContext } from "#web/context.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { PageNow } from "#web/parts/text/page-now.ts";
import { orFail, type Said } from "#web/say.ts";
import { shownRights } from "#web/shown-rights.ts";
import { textsOfPage, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { buttonStyle } from "#web/ui/button.tsx";
import { openDialog } from "#web/ui/dialog.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PageHead, Sheet } from "#web/ui/sheet.tsx";
import { Table } from "#web/ui/table.tsx";
import type { Route } from "./+types/people.ts";
import { INVITE_DIALOG, InviteDialog } from "./invite-dialog.tsx";
import { OpenInvitation } from "./open-invitation.tsx";
import { PersonRow, personColumns } from "./person-row.tsx";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "adminPeople")("people"), matches),
  { name: "robots", content: "noindex" },
];

export async function loader({ context }: Route.LoaderArgs) {
  const { visitor, services } = context.get(requestContext);
  const { people, invitations } = await orFail(context, "failedToLoadPeople", () => listPeople(services, visitor));
  return {
    people: people.map(({ rights, ...person }) => ({ ...person, rights: shownRights(context, rights).map(({ label }) => label) })),
    invitations: invitations.map(({ rights, ...one }) => ({ ...one, rights: shownRights(context, rights).map(({ label }) => label) })),
    all: shownRights(context),
    ownId: visitor.kind === "guest" ? null : visitor.userId,
    email: visitor.kind === "guest" ? "" : visitor.email,
    now: services.now(),
  };
}

/** The people who work in the shop, with their rights in words, and the open invitations. [S13.10] */
export default function People({ loaderData: { people, invitations, all, ownId, email, now } }: Route.ComponentProps) {
  const texts = useTexts("adminPeople");
  const answer = useActionData<Said>();
  return (
    <PageNow value={now}>
      <section className="flex flex-col gap-4">
        <PageHead
          title={texts("people")}
          actions={
            <Link to="/admin/people/new" className={buttonStyle({})} onClick={openInvite}>
              <Icon name="plus" />
              {texts("invite")}
            </Link>
          }
        >
          {texts("peopleLead")}
        </PageHead>
        {answer && <Alert kind={answer.ok ? "success" : "error"}>{answer.sentence}</Alert>}
        <Table caption={texts("peopleCaption")} head={personColumns.map((column) => texts(column))}>
          {people.map((person) => (
            <PersonRow key={person.id} person={person} isOwn={person.id === ownId} now={now} />
          ))}
        </Table>
        {invitations.length > 0 && (
          <Sheet title={texts("openInvitations")}>
            <ul className="rows">
              {invitations.map((invitation) => (
                <OpenInvitation key={invitation.id} invitation={invitation} />
              ))}
            </ul>
          </Sheet>
        )}
        <InviteDialog email={email} all={all} />
      </section>
    </PageNow>
  );
}

/** Opens the sheet; without script, and in a new tab, the link leads to a page with the same form. */
function openInvite(event: MouseEvent) {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  openDialog(INVITE_DIALOG);
}
