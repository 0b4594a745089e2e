import { Form, redirect, useActionData, useLocation } from "react-router";
import { findOwnAccount } from "#shop/orders/own-account.server.ts";
import { authContext, servicesContext, visitorContext } from "../context.ts";
import { When } from "../parts/time.tsx";
import { Button } from "../ui/button.tsx";
import { Facts, Sheet } from "../ui/sheet.tsx";
import type { Route } from "./+types/details.ts";
import type { AccountAnswer } from "./account-answer.ts";
import { DeletionForm } from "./deletion-form.tsx";
import { Devices } from "./devices.tsx";
import { NameForm } from "./name-form.tsx";
import { OwnData } from "./own-data-sheet.tsx";
import { PasswordForm } from "./password-form.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const token = context.get(authContext).tokenIn(request.headers);
  const account = await findOwnAccount(context.get(servicesContext), context.get(visitorContext), token);
  if (!account.ok) throw redirect("/login");
  return { account: account.value };
}

/** The account's address and dates, and how many orders it has; its name and password, which can be changed; where it is logged in; and the way out. [S2.21] */
export default function AccountDetails({ loaderData: { account } }: Route.ComponentProps) {
  const answeredTo = useAnswered();
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <div className="flex flex-col gap-4">
        <Sheet
          title="Account Details"
          actions={
            <Form method="post" action="/logout">
              <Button type="submit" variant="secondary" icon="logout">
                Logout
              </Button>
            </Form>
          }
        >
          <Facts
            rows={[
              [
                "E-mail",
                <span key="email" className="wrap-anywhere">
                  {account.email}
                </span>,
              ],
              ["Created", <When key="created" at={account.createdAt} />],
              ["Last login", account.lastLoginAt ? <When key="login" at={account.lastLoginAt} /> : "Never"],
              ["Total orders", account.orders.all],
              ["Successful orders", account.orders.approved],
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
  );
}

/** What a form that was sent without script was answered, by the noun of its address. */
function useAnswered(): (noun: string) => AccountAnswer | undefined {
  const answer = useActionData<AccountAnswer>();
  const sentTo = useLocation().pathname.split("/").at(-1);
  return (noun) => (noun === sentTo ? answer : undefined);
}
