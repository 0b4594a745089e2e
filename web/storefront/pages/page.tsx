import { Link } from "react-router";
import { describe, languageOf } from "#messages/languages.ts";
import { isPageSlug, pageFor } from "#shop/pages/page.ts";
import { shownHtml } from "#shop/pages/shown-html.ts";
import { refused } from "#shop/refusal.ts";
import { requestContext } from "#web/context.ts";
import { Description } from "#web/parts/product/description.tsx";
import { pageMeta } from "#web/parts/site/page-meta.ts";
import { When } from "#web/parts/text/time.tsx";
import { orFail, say } from "#web/say.ts";
import { rich, useTexts } from "#web/texts.tsx";
import { PageHead, Sheet } from "#web/ui/sheet.tsx";
import { plainText } from "../product/product-meta.ts";
import type { Route } from "./+types/page.ts";

/** How much of a text search engines show. */
const SUMMARY_LENGTH = 160;

export const handle = { needsNoScript: true };

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta({ title: loaderData.title, path: `/${loaderData.slug}`, description: loaderData.summary }, matches) : [];

/**
 * Loads a published page of the owner, such as `/terms`: in the visitor's language, else in another
 * one. [S10.14] [S11.2]
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { services, language, settings } = context.get(requestContext);
  const slug = url.pathname.replaceAll("/", "");
  const published = await orFail(context, "failedToLoadPages", () => services.pages.read());
  const page = isPageSlug(slug) ? pageFor(published, slug, [language, settings.language]) : null;
  if (page === null) throw say(context, refused("notFound"));

  const shown = languageOf(page.language);
  return {
    ...page,
    summary: plainText(page.html, SUMMARY_LENGTH),
    lang: shown === null || shown === language ? undefined : describe(shown).locale,
  };
}

/** A page that the owner wrote, and since when it is published. Needs no JavaScript. [S10.14] */
export default function Page({ loaderData: { title, html, publishedAt, lang } }: Route.ComponentProps) {
  const texts = useTexts("pages");
  return (
    <article className="frame flex max-w-3xl flex-col gap-6 py-8 sm:py-12">
      <PageHead title={<span lang={lang}>{title}</span>}>
        {rich(texts, "inEffectSince", { time: () => <When at={publishedAt} as="date" /> })}
      </PageHead>
      <Sheet>
        <div lang={lang}>
          <Description html={shownHtml(html)} className="page-text" />
        </div>
      </Sheet>
      <p>
        {rich(texts, "questions", {
          link: (words) => (
            <Link to="/contact" className="link">
              {words}
            </Link>
          ),
        })}
      </p>
    </article>
  );
}
