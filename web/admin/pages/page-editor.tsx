import { describe, languages, textsIn } from "#messages/languages.ts";
import { readEditedPages } from "#shop/pages/edited-pages.server.ts";
import { type EditedPage, isPageSlug } from "#shop/pages/page.ts";
import { pageDraft } from "#shop/pages/page-draft.ts";
import { refused } from "#shop/refusal.ts";
import { settingsIn } from "#shop/settings/shop-settings.ts";
import { requestContext } from "#web/context.ts";
import { usePosted } from "#web/parts/forms/use-posted.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { orFail, say } from "#web/say.ts";
import { textsOfPage, useTexts } from "#web/texts.tsx";
import { buttonStyle } from "#web/ui/button.tsx";
import { PageHead } from "#web/ui/sheet.tsx";
import { BackLink } from "../frame/back-link.tsx";
import type { Route } from "./+types/page-editor.ts";
import type { PageAnswer } from "./page-answer.ts";
import { PageFields } from "./page-fields.tsx";
import { pageNames } from "./page-texts.ts";

export const meta: Route.MetaFunction = ({ params, matches }) => {
  const texts = textsOfPage(matches, "adminPages");
  return [
    ...pageTitle(isPageSlug(params.slug) ? texts(pageNames[params.slug]) : texts("pages"), matches),
    { name: "robots", content: "noindex" },
  ];
};

/**
 * Loads a page's text in each language. A text that was never saved, or that the address names
 * (`?draft=hi`), is a draft made from the settings. [S10.14]
 */
export async function loader({ params: { slug }, url, context }: Route.LoaderArgs) {
  if (!isPageSlug(slug)) throw say(context, refused("notFound"));
  const { services, visitor, settings } = context.get(requestContext);
  const saved = await orFail(context, "failedToLoadPages", () => readEditedPages(services, visitor, slug));
  const editions = languages.map((language) => {
    const page: EditedPage | undefined = saved.find((one) => one.language === language);
    const isDraft = page === undefined || url.searchParams.get("draft") === language;
    const text = isDraft ? pageDraft(textsIn(language, "pageDrafts"), slug, settingsIn(settings, language)) : page;
    const { publishedAt = null, updatedAt = null } = page ?? {};
    const { name, locale } = describe(language);
    return {
      language,
      name,
      locale,
      isDraft,
      title: text.title,
      html: text.html,
      savedHtml: page?.html ?? null,
      publishedAt,
      updatedAt,
    };
  });
  return { slug, editions, isPublished: saved.some(({ publishedAt }) => publishedAt !== null) };
}

/** Edits one of the owner's pages in each language. [S10.14] */
export default function PageEditor({ loaderData: { slug, editions, isPublished } }: Pick<Route.ComponentProps, "loaderData">) {
  const texts = useTexts("adminPages");
  const answered = usePosted<PageAnswer>();
  return (
    <section className="flex max-w-3xl flex-col gap-4">
      <BackLink to="/admin/pages">{texts("allPages")}</BackLink>
      <PageHead
        title={texts(pageNames[slug])}
        actions={
          isPublished && (
            <a href={`/${slug}`} className={buttonStyle({ variant: "secondary" })}>
              {texts("viewPage")}
            </a>
          )
        }
      >
        {slug === "terms" ? texts("termsAreRecorded") : null}
      </PageHead>
      {editions.map((edition) => (
        <PageFields
          key={`${edition.language} ${edition.isDraft}`}
          slug={slug}
          edition={edition}
          answered={answered?.language === edition.language ? answered : undefined}
        />
      ))}
    </section>
  );
}
