import { redirect } from "react-router";
import { z } from "zod";
import { localPath } from "#shop/accounts/sign-in/local-path.ts";
import { requestContext } from "#web/context.ts";
import { themeCookie, themes } from "#web/parts/site/theme.ts";
import { readForm } from "#web/read-form.ts";
import type { Route } from "./+types/theme-choice.ts";

const ThemeForm = z.object({ theme: z.union([z.enum(themes), z.literal("")]).catch(""), to: z.string().nullish().catch(null) });

/** Stores the chosen theme without JavaScript and redirects back to the page. */
export async function action({ request, context }: Route.ActionArgs) {
  const isSecure = context.get(requestContext).origin.startsWith("https:");
  const form = await readForm(ThemeForm, request);
  const { theme, to } = form.ok ? form.value : { theme: "" as const, to: null };
  return redirect(localPath(to ?? null, "/"), { status: 303, headers: { "Set-Cookie": themeCookie(theme || null, isSecure) } });
}

/** Only the form leads here. */
export function loader() {
  return redirect("/");
}
