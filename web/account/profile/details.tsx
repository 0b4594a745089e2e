import { Form, redirect, useActionData, useLocation } from "react-router";
import { findOwnAccount } from "#shop/accounts/profile/own-account.server.ts";
import type { OwnSession } from "#shop/accounts/sessions/own-sessions.server.ts";
import { requestContext } from "#web/context.ts";
import type { TypedAnswer } from "#web/parts/forms/typed-fields.ts";
import { useClock } from "#web/parts/live/use-clock.ts";
import { EmailAddress } from "#web/parts/text/email-address.tsx";
import { PageNow } from "#web/parts/text/page-now.ts";
import { When } from "#web/parts/text/time.tsx";
import { sentenceFor } from "#web/say.ts";
import { useTexts } from "#web/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { Facts, Sheet } from "#web/ui/sheet.tsx";
import type { Route } from "./+types/details.ts";
import { DeletionForm } from "./deletion-form.tsx";
import { Devices } from "./devices.tsx";
import { NameForm } from "./name-form.tsx";
import { OwnData } from "./own-data-sheet.tsx";
import { PasswordForm } from "./password-form.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { auth, services, visitor } = context.get(requestContext);
  const token = auth.tokenIn(request.headers);
  const account = await findOwnAccount(services, visitor, token);
  if (!account.ok) throw redirect("/login");
  const sessions = account.value.sessions.map((session) => ({ ...session, device: deviceIn(context, session) }));
  return { account: { ...account.value, sessions }, now: services.now() };
}

/** The name of a session's device in the language of the page. */
function deviceIn(context: Route.LoaderArgs["context"], { device }: OwnSession): string {
  return typeof device === "string" ? device : sentenceFor(context, device);
}

/** The account's details, name, password and devices, and its deletion. [S2.21] */
export default function AccountDetails({ loaderData: { account, now } }: Route.ComponentProps) {
  const texts = useTexts("account");
  const answeredTo = useAnswered();
  const clock = useClock(now.getTime());
  return (
    <PageNow value={clock}>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="flex flex-col gap-4">
          <Sheet
            title={texts("accountDetails")}
            actions={
              <Form method="post" action="/logout">
                <Button type="submit" variant="secondary" icon="logout">
                  {texts("logout")}
                </Button>
              </Form>
            }
          >
            <Facts
              rows={[
                [texts("email"), <EmailAddress key="email">{account.email}</EmailAddress>],
                [texts("created"), <When key="created" at={account.createdAt} />],
                [texts("lastLogin"), account.lastLoginAt ? <When key="login" at={account.lastLoginAt} /> : texts("never")],
                [texts("totalOrders"), account.orders.all],
                [texts("successfulOrders"), account.orders.approved],
              ]}
            />
          </Sheet>
          <NameForm name={account.name} answered={answeredTo("name")} />
          <Devices email={account.email} sessions={account.sessions} answered={answeredTo("ending")} />
        </div>
        <div className="flex flex-col gap-4">
          <PasswordForm email={account.email} answered={answeredTo("password")} />
          <OwnData />
          <DeletionForm email={account.email} orders={account.orders} answered={answeredTo("deletion")} />
        </div>
      </div>
    </PageNow>
  );
}

/** The answer to a form sent without JavaScript, by the last part of its address. */
function useAnswered(): (noun: string) => TypedAnswer | undefined {
  const answer = useActionData<TypedAnswer>();
  const sentTo = useLocation().pathname.split("/").at(-1);
  return (noun) => (noun === sentTo ? answer : undefined);
}
