import type { RouterContextProvider } from "react-router";
import type { Services } from "#platform/provides.ts";
import type { ChangedAccount } from "#shop/accounts/change-account.server.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import type { Result } from "#shop/refusal.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { orSay, say } from "#web/say.ts";

type Deed = (services: Services, visitor: Visitor, userId: string) => Promise<Result<ChangedAccount>>;

/** The action of a mutation of a customer: does the deed and names the account in its answer. [S6.3] */
export async function changeCustomer(
  context: Readonly<Pick<RouterContextProvider, "get">>,
  userId: string,
  deed: Deed,
  done: (email: string) => string,
) {
  const change = await orSay(context, "failedToChangeAccount", () =>
    deed(context.get(servicesContext), context.get(visitorContext), userId),
  );
  return say(change, change.ok ? done(change.value.email) : null);
}
