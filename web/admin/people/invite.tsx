import { useActionData } from "react-router";
import { InvitationForm } from "#shop/accounts/invitations/invitation-form.ts";
import { makeInvitation } from "#shop/accounts/invitations/make-invitation.server.ts";
import { rightsOfPreset } from "#shop/accounts/invitations/right-presets.ts";
import { withOwnPassword } from "#shop/accounts/passwords/with-own-password.server.ts";
import { withoutConfirmation } from "#shop/form-fields.ts";
import { requestContext } from "#web/context.ts";
import { withoutToast } from "#web/parts/forms/network-error.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { runAction } from "#web/run-action.ts";
import { shownRights } from "#web/shown-rights.ts";
import { textsOfPage, useTexts } from "#web/texts.tsx";
import { PageHead, Sheet } from "#web/ui/sheet.tsx";
import { BackLink } from "../frame/back-link.tsx";
import type { Route } from "./+types/invite.ts";
import { type InvitationAnswer, InvitationMaking, typedInvitation } from "./invitation-making.tsx";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "adminPeople")("inviteTitle"), matches),
  { name: "robots", content: "noindex" },
];

export function loader({ request, context }: Route.LoaderArgs) {
  const { visitor } = context.get(requestContext);
  const { searchParams } = new URL(request.url);
  const about = { name: searchParams.get("name") ?? "", email: searchParams.get("email") ?? "" };
  const ticked = rightsOfPreset(searchParams.get("preset"));
  return { all: shownRights(context), about, ticked, email: visitor.kind === "guest" ? "" : visitor.email };
}

/** Makes an invitation and returns its link once: POST /admin/people/new. [S13.7] */
export function action(args: Route.ActionArgs) {
  return runAction(
    args,
    { form: InvitationForm, failed: "failedToInvite", done: "invitationMade", typed: typedInvitation },
    ({ services, auth, visitor, headers, origin }, sent) => {
      const { form, confirmation } = withoutConfirmation(sent);
      return withOwnPassword({ services, auth, visitor, headers }, confirmation, (owner) => makeInvitation(services, owner, form, origin));
    },
  );
}

export const clientAction = withoutToast("failedToInvite");

/** The page of the sheet *Invite*, for who came by its address or without script. [S13.7] */
export default function Invite({ loaderData: { all, about, ticked, email } }: Route.ComponentProps) {
  const texts = useTexts("adminPeople");
  const answered = useActionData<InvitationAnswer>();
  return (
    <section className="flex flex-col gap-4">
      <BackLink to="/admin/people">{texts("people")}</BackLink>
      <PageHead title={texts("inviteTitle")} />
      <Sheet aria-label={texts("inviteTitle")} className="max-w-2xl">
        <InvitationMaking key={ticked.join()} email={email} all={all} about={about} ticked={ticked} answered={answered} />
      </Sheet>
    </section>
  );
}
