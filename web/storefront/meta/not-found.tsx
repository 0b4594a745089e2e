import { data } from "react-router";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { textsOfPage, useTexts } from "#web/texts.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { ProductSearch } from "../products/product-search.tsx";
import type { Route } from "./+types/not-found.ts";

export const handle = { needsNoScript: true };

export const meta: Route.MetaFunction = ({ matches }) => {
  const texts = textsOfPage(matches, "notFound");
  return [
    ...pageTitle(texts("title"), matches),
    { name: "description", content: texts("description") },
    { name: "robots", content: "noindex" },
  ];
};

/** Answers 404 for unknown paths. [S2.26] */
export function loader() {
  return data(null, { status: 404 });
}

/** Also for a form post. */
export function action() {
  return data(null, { status: 404 });
}

/** The 404 page, with links to go on. Its parts fade in one after another. [S2.26] */
export default function NotFound() {
  const texts = useTexts("notFound");
  return (
    <div className="frame grid items-center gap-8 py-10 sm:py-16 md:grid-cols-2">
      <img
        src="/astronaut.svg"
        alt=""
        width="320"
        height="300"
        className="mx-auto w-52 animate-fade [animation-delay:0.2s] sm:w-72 md:order-2 md:w-96"
      />
      <div className="flex flex-col items-center gap-5 text-center md:items-start md:text-start">
        <p className="figures animate-fade text-8xl font-black tracking-tighter text-action [animation-delay:0.2s] sm:text-9xl">404</p>
        <h1 className="animate-fade text-3xl [animation-delay:0.4s]">{texts("heading")}</h1>
        <p className="animate-fade text-lg text-soft [animation-delay:0.4s]">{texts("explanation")}</p>
        <div className="flex animate-fade flex-wrap justify-center gap-3 [animation-delay:0.6s]">
          <LinkButton to="/" icon="home">
            {texts("returnHome")}
          </LinkButton>
          <LinkButton to="/contact" variant="secondary" icon="mail">
            {texts("contactSupport")}
          </LinkButton>
        </div>
        <ProductSearch label={texts("trySearching")} className="w-full max-w-md animate-fade [animation-delay:0.8s]" />
      </div>
    </div>
  );
}
