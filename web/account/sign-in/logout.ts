import { redirect } from "react-router";
import { signOut } from "#shop/accounts/sign-in/sign-out.server.ts";
import { requestContext } from "#web/context.ts";
import type { Route } from "./+types/logout.ts";

/** Logs out and goes to /login. [S2.2] */
export async function action({ request, context }: Route.ActionArgs) {
  const { services, auth } = context.get(requestContext);
  const cookies = await signOut(services, auth, request.headers);
  return redirect("/login", { status: 303, headers: cookies });
}

/** Opening the address does not log out; only the button does. */
export function loader() {
  return redirect("/");
}
