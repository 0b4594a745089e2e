import { Form, redirect } from "react-router";
import { findOwnAccount } from "#shop/orders/own-account.server.ts";
import { servicesContext, visitorContext } from "../context.ts";
import { When } from "../parts/time.tsx";
import { Button } from "../ui/button.tsx";
import { Facts, Sheet } from "../ui/sheet.tsx";
import type { Route } from "./+types/details.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const account = await findOwnAccount(context.get(servicesContext), context.get(visitorContext));
  if (!account.ok) throw redirect("/login");
  return { account: account.value };
}

/** The account's address and dates, and how many orders it has. [S2.21] */
export default function AccountDetails({ loaderData: { account } }: Route.ComponentProps) {
  return (
    <Sheet
      title="Account Details"
      className="max-w-2xl"
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
          ["E-mail", account.email],
          ["Created", <When at={account.createdAt} />],
          ["Last login", account.lastLoginAt ? <When at={account.lastLoginAt} /> : "Never"],
          ["Total orders", account.orders.all],
          ["Successful orders", account.orders.approved],
        ]}
      />
    </Sheet>
  );
}
