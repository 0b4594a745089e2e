import { data } from "react-router";
import { z } from "zod";
import { languageOf } from "#messages/languages.ts";
import { changePage } from "#shop/pages/change-page.server.ts";
import { isPageSlug } from "#shop/pages/page.ts";
import { PageForm } from "#shop/pages/page-form.ts";
import { refused } from "#shop/refusal.ts";
import { requestContext } from "#web/context.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/page-change.ts";
import type { PageAnswer } from "./page-answer.ts";

export { default, loader, meta } from "./page-editor.tsx";

/** The form with the time of the text that was edited; empty if it was never saved. */
const SeenPageForm = PageForm.safeExtend({ seenAt: z.literal("").or(z.coerce.date("invalidInput")).optional() });

/** Saves a page in one language: POST /admin/pages/:slug/:language. [S10.14] */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const language = languageOf(params.language);
  if (!isPageSlug(params.slug) || language === null) return say(context, refused("notFound"));
  const { slug } = params;
  const fields = await request
    .clone()
    .formData()
    .catch(() => new FormData());
  const [title, html] = ["title", "html"].map((name) => String(fields.get(name) ?? ""));
  const typed = { title: title ?? "", html: html ?? "", isPublished: fields.has("isPublished") };
  const form = await readForm(SeenPageForm, request);
  if (!form.ok) return answering(say(context, form), { language, typed });

  const { seenAt, ...page } = form.value;
  const changed = await orSay(context, "failedToSavePage", () =>
    changePage(services, visitor, { slug, language }, page, seenAt === "" ? null : seenAt),
  );
  return answering(say(context, changed, "pageSaved"), { language, typed });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToSavePage", serverAction);
}

function answering(said: ReturnType<typeof say>, { typed, ...more }: Pick<PageAnswer, "language" | "typed">) {
  return data<PageAnswer>(
    said.data.ok ? { ...said.data, ...more } : { ...said.data, ...more, ...(typed && { typed }) },
    said.init ?? undefined,
  );
}
