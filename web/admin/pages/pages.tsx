import { Link } from "react-router";
import { describe, languages } from "#messages/languages.ts";
import { readEditedPages } from "#shop/pages/edited-pages.server.ts";
import { pageSlugs } from "#shop/pages/page.ts";
import { requestContext } from "#web/context.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { unseen } from "#web/parts/text/unseen.tsx";
import { orFail } from "#web/say.ts";
import { rich, textsOfPage, useTexts } from "#web/texts.tsx";
import { buttonStyle } from "#web/ui/button.tsx";
import { Facts, PageHead, Sheet } from "#web/ui/sheet.tsx";
import type { Route } from "./+types/pages.ts";
import { PageState } from "./page-state.tsx";
import { pageNames } from "./page-texts.ts";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "adminPages")("pages"), matches),
  { name: "robots", content: "noindex" },
];

/** Loads the state of each page in each language. [S10.14] */
export async function loader({ context }: Route.LoaderArgs) {
  const { services, visitor } = context.get(requestContext);
  const pages = await orFail(context, "failedToLoadPages", () => readEditedPages(services, visitor));
  const states = pages.map(({ slug, language, publishedAt, updatedAt }) => ({ slug, language, publishedAt, updatedAt }));
  return { states, languages: languages.map((code) => ({ code, ...describe(code) })) };
}

/** The owner's pages: which are published, and in which language. [S10.14] */
export default function Pages({ loaderData: { states, languages } }: Route.ComponentProps) {
  const texts = useTexts("adminPages");
  return (
    <section className="flex max-w-3xl flex-col gap-4">
      <PageHead title={texts("pages")}>{texts("lead")}</PageHead>
      {pageSlugs.map((slug) => {
        const name = texts(pageNames[slug]);
        const to = `/admin/pages/${slug}`;
        return (
          <Sheet
            key={slug}
            title={name}
            actions={
              <Link to={to} className={buttonStyle({ variant: "secondary" })}>
                {rich(texts, "edit", { page: name, unseen })}
              </Link>
            }
          >
            <Facts
              rows={languages.map((language) => [
                language.name,
                <PageState key={language.code} page={states.find((one) => one.slug === slug && one.language === language.code)} />,
                <span key="name" lang={language.locale}>
                  {language.name}
                </span>,
              ])}
            />
          </Sheet>
        );
      })}
    </section>
  );
}
