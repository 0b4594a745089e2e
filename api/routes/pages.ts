import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { languageOf, languages, textsIn } from "#messages/languages.ts";
import { changePage } from "#shop/pages/change-page.server.ts";
import { readEditedPages } from "#shop/pages/edited-pages.server.ts";
import { type EditedPage, isPageSlug, pageSlugs, pagesFor } from "#shop/pages/page.ts";
import { pageDraft } from "#shop/pages/page-draft.ts";
import { PageForm } from "#shop/pages/page-form.ts";
import { refused } from "#shop/refusal.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { settingsIn } from "#shop/settings/shop-settings.ts";
import { answers, refusals, say, takes } from "../answers.ts";
import type { ApiEnv } from "../api-env.ts";
import { failsWith } from "../failure.ts";
import { readJson } from "../gates/read-body.ts";
import { anybody, signedIn } from "../gates/security.ts";

const PageJson = z
  .object({
    slug: z.enum(pageSlugs),
    language: z.string().openapi({ description: "The language of the text.", example: "en" }),
    title: z.string(),
    html: z.string().openapi({ description: "Simple HTML. Scripts and styles are removed." }),
    publishedAt: z.string().openapi({ description: "Since when this text is published, ISO 8601." }),
  })
  .openapi("Page");

const EditedPageJson = PageJson.extend({
  isPublished: z.boolean().openapi({ description: "Whether everyone can read it." }),
  publishedAt: z.string().nullable().openapi({ description: "Since when this text is published, ISO 8601. Null: not published." }),
  updatedAt: z.string().nullable().openapi({ description: "When it was last saved. Null: a draft made from the settings." }),
}).openapi("EditedPage");

const PageBody = PageForm.safeExtend({ isPublished: z.boolean() });

const inLanguage = z.object({
  lang: z
    .enum(languages)
    .optional()
    .openapi({ param: { name: "lang", in: "query" }, description: "The language of the text. By default the shop's own." }),
});
const ofPage = z.object({
  slug: z.string().openapi({ param: { name: "slug", in: "path" }, description: `One of ${pageSlugs.join(", ")}.`, example: "terms" }),
});

const published = createRoute({
  method: "get",
  path: "/api/pages",
  security: anybody,
  summary: "The published pages: terms, privacy and others",
  middleware: failsWith("failedToLoadPages"),
  request: { query: inLanguage },
  responses: {
    200: answers("The published pages, each in the language asked for, else in another.", z.object({ pages: z.array(PageJson) })),
    ...refusals,
  },
});

const reading = createRoute({
  method: "get",
  path: "/api/admin/pages/{slug}",
  security: signedIn,
  summary: "A page in one language, published or not",
  middleware: failsWith("failedToLoadPages"),
  request: { params: ofPage, query: inLanguage },
  responses: { 200: answers("The page.", EditedPageJson), ...refusals },
});

const changing = createRoute({
  method: "put",
  path: "/api/admin/pages/{slug}",
  security: signedIn,
  summary: "Change a page in one language, publish or withdraw it",
  middleware: failsWith("failedToSavePage"),
  request: { params: ofPage, query: inLanguage, body: takes(PageBody) },
  responses: { 200: answers("The page as it is now.", EditedPageJson), ...refusals },
});

/** The calls on the owner's pages: everybody reads the published ones, admins edit all. [S10.14] */
export function addPageCalls(api: OpenAPIHono<ApiEnv>): void {
  api.openapi(published, async (c) => {
    const { services, language } = c.var;
    const [pages, settings] = await Promise.all([services.pages.read(), readSettings(services)]);
    const asked = c.req.valid("query").lang ?? language ?? settings.language;
    const shown = pagesFor(pages, [asked, settings.language]);
    return c.json({ pages: shown.map((page) => ({ ...page, publishedAt: page.publishedAt.toISOString() })) }, 200);
  });

  api.openapi(reading, async (c) => {
    const { slug } = c.req.valid("param");
    if (!isPageSlug(slug)) return say(c, refused("notFound"));
    const settings = await readSettings(c.var.services);
    const language = c.req.valid("query").lang ?? languageOf(settings.language) ?? "en";
    const saved = (await readEditedPages(c.var.services, c.var.visitor, slug)).find((page) => page.language === language);
    const text = pageDraft(textsIn(language, "pageDrafts"), slug, settingsIn(settings, language));
    const draft = { slug, language, ...text, publishedAt: null, updatedAt: null };
    return c.json(edited(saved ?? draft), 200);
  });

  api.openapi(changing, async (c) => {
    const { slug } = c.req.valid("param");
    if (!isPageSlug(slug)) return say(c, refused("notFound"));
    const form = await readJson(c.req.raw, PageBody);
    if (!form.ok) return say(c, form);
    const settings = await readSettings(c.var.services);
    const language = c.req.valid("query").lang ?? settings.language;
    const changed = await changePage(c.var.services, c.var.visitor, { slug, language }, form.value);
    return changed.ok ? c.json(edited(changed.value), 200) : say(c, changed);
  });
}

function edited({ slug, language, title, html, publishedAt, updatedAt }: EditedPage) {
  return {
    slug,
    language,
    title,
    html,
    isPublished: publishedAt !== null,
    publishedAt: publishedAt?.toISOString() ?? null,
    updatedAt: updatedAt?.toISOString() ?? null,
  };
}
