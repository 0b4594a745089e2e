import { z } from "zod";
import { languageOf } from "#messages/languages.ts";
import { changePage } from "#shop/pages/change-page.server.ts";
import { isPageSlug } from "#shop/pages/page.ts";
import { PageForm } from "#shop/pages/page-form.ts";
import { refused } from "#shop/refusal.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { runAction } from "#web/run-action.ts";
import { say } from "#web/say.ts";
import type { Route } from "./+types/page-change.ts";
import type { PageAnswer } from "./page-answer.ts";

export { default, loader, meta } from "./page-editor.tsx";

/** The form with the time of the text that was edited; empty if it was never saved. */
const SeenPageForm = PageForm.safeExtend({ seenAt: z.literal("").or(z.coerce.date("invalidInput")).optional() });

/** Saves a page in one language: POST /admin/pages/:slug/:language. [S10.14] */
export function action(args: Route.ActionArgs) {
  const { slug } = args.params;
  const language = languageOf(args.params.language);
  if (!isPageSlug(slug) || language === null) return say(args.context, refused("notFound"));
  return runAction(
    args,
    { form: SeenPageForm, failed: "failedToSavePage", done: "pageSaved", typed: typedPage, about: { language } },
    ({ services, visitor }, { seenAt, ...page }) => changePage(services, visitor, { slug, language }, page, seenAt === "" ? null : seenAt),
  );
}

async function typedPage(request: Request): Promise<PageAnswer["typed"]> {
  const form = await request.formData().catch(() => new FormData());
  return { title: String(form.get("title") ?? ""), html: String(form.get("html") ?? ""), isPublished: form.has("isPublished") };
}

export const clientAction = withToast("failedToSavePage");
