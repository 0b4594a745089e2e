import { redirect } from "react-router";
import { signOut } from "#shop/accounts/sign-out.server.ts";
import { authContext, servicesContext } from "../context.ts";
import type { Route } from "./+types/logout.ts";

/** Signs out and goes to /login. [S2.2] */
export async function action({ request, context }: Route.ActionArgs) {
  const cookies = await signOut(context.get(servicesContext), context.get(authContext), request.headers);
  return redirect("/login", { status: 303, headers: cookies });
}

/** Who comes here by the address bar is not signed out: that takes the button. */
export function loader() {
  return redirect("/");
}
