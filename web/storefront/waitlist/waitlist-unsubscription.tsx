import { data, Form, useActionData, useNavigation } from "react-router";
import { findUnsubscribeLink, unsubscribe } from "#shop/waitlist/unsubscribe.server.ts";
import { requestContext } from "#web/context.ts";
import { withoutToast } from "#web/parts/forms/network-error.ts";
import { AccountPage } from "#web/parts/session/account-form.tsx";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { orFail, orSay, type Said, say } from "#web/say.ts";
import { textsOfPage, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import type { Route } from "./+types/waitlist-unsubscription.ts";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "waitlist")("unsubscribeTitle"), matches),
  { name: "robots", content: "noindex" },
];

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "private, no-store", "X-Robots-Tag": "noindex" });

export async function loader({ params, context }: Route.LoaderArgs) {
  const { services } = context.get(requestContext);
  const link = await orFail(context, "shopUnavailable", () => findUnsubscribeLink(services, params));
  return data({ link }, { status: link === null ? 404 : 200 });
}

/** Removes the address of the link from the waitlist of every product. [S12.9] */
export async function action({ params, context }: Route.ActionArgs) {
  const { services } = context.get(requestContext);
  const done = say(context, await orSay(context, "failedToUnsubscribe", () => unsubscribe(services, params)));
  return data<Said>(done.data, done.init ?? { status: 200 });
}

export const clientAction = withoutToast("failedToUnsubscribe");

/** Unsubscribes an address from emails about products, with one button. [S12.9] */
export default function WaitlistUnsubscription({ loaderData: { link } }: Route.ComponentProps) {
  const texts = useTexts("waitlist");
  const answer = useActionData<typeof action>();
  const isBusy = useNavigation().formMethod === "POST";
  const isDone = answer?.ok === true || (link === "done" && !answer);
  const no = answer && !answer.ok ? answer.sentence : null;
  return (
    <AccountPage title={texts("unsubscribeTitle")} lead={link === "open" && !isDone ? texts("unsubscribeLead") : undefined}>
      {isDone && <Alert kind="success">{texts("unsubscribed")}</Alert>}
      {!isDone && (no || link === null) && <Alert kind="error">{no ?? texts("linkInvalid")}</Alert>}
      {!isDone && link === "open" ? (
        <Form method="post">
          <Button type="submit" size="large" isBusy={isBusy} className="w-full">
            {texts("unsubscribe")}
          </Button>
        </Form>
      ) : (
        <LinkButton to="/products" variant="secondary">
          {texts("seeProducts")}
        </LinkButton>
      )}
    </AccountPage>
  );
}
