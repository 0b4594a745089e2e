import type { RouterContextProvider } from "react-router";
import type { Services } from "#platform/provides.ts";
import type { ChangedAccount } from "#shop/accounts/customers/change-account.server.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import type { Result } from "#shop/refusal.ts";
import { requestContext } from "#web/context.ts";
import { orSay, say } from "#web/say.ts";

type Deed = (services: Services, visitor: Visitor, userId: string) => Promise<Result<ChangedAccount>>;

/** The action of all changes of a customer; the answer names the account. [S6.3] */
export async function changeCustomer(
  context: Readonly<Pick<RouterContextProvider, "get" | "set">>,
  userId: string,
  deed: Deed,
  done: (email: string) => string,
) {
  const { services, visitor } = context.get(requestContext);
  const change = await orSay(context, "failedToChangeAccount", () => deed(services, visitor, userId));
  return say(change, change.ok ? done(change.value.email) : null);
}
