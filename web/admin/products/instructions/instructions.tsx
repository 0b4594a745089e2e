import { describe, languages } from "#messages/languages.ts";
import { readInstructions } from "#shop/catalogue/instructions/change-instructions.server.ts";
import { refused } from "#shop/refusal.ts";
import { requestContext } from "#web/context.ts";
import { usePosted } from "#web/parts/forms/use-posted.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { OwnText } from "#web/parts/text/own-text.tsx";
import { orFail, say } from "#web/say.ts";
import { textsOfPage, useTexts } from "#web/texts.tsx";
import { PageHead } from "#web/ui/sheet.tsx";
import { BackLink } from "../../frame/back-link.tsx";
import type { Route } from "./+types/instructions.ts";
import { type InstructionsAnswer, InstructionsFields } from "./instructions-fields.tsx";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "adminInstructions")("instructions"), matches),
  { name: "robots", content: "noindex" },
];

/** Loads a product's instructions in each language. [S10.15] */
export async function loader({ params: { productId }, context }: Route.LoaderArgs) {
  const { services, visitor } = context.get(requestContext);
  const written = await orFail(context, "failedToLoadProductDetails", () => readInstructions(services, visitor, productId));
  if (written === null) throw say(context, refused("productDetailsNotFound"));

  const editions = languages.map((language) => {
    const html = written.saved.find((one) => one.language === language)?.html ?? "";
    return { language, html, ...describe(language) };
  });
  return { productId, productName: written.name, nameLanguage: written.nameLanguage, editions };
}

/** Edits what buyers do with a product's IDs, in each language. [S10.15] */
export default function InstructionsPage({ loaderData }: Pick<Route.ComponentProps, "loaderData">) {
  const { productId, productName, nameLanguage, editions } = loaderData;
  const texts = useTexts("adminInstructions");
  const answered = usePosted<InstructionsAnswer>();
  return (
    <section className="flex max-w-3xl flex-col gap-4">
      <BackLink to={`/admin/products/${encodeURIComponent(productId)}/edit`}>{texts("backToProduct")}</BackLink>
      <PageHead title={texts("instructions")}>
        <OwnText language={nameLanguage} className="font-semibold">
          {productName}
        </OwnText>
      </PageHead>
      <p className="text-soft">{texts("lead")}</p>
      {editions.map((edition) => (
        <InstructionsFields
          key={edition.language}
          productId={productId}
          edition={edition}
          answered={answered?.language === edition.language ? answered : undefined}
        />
      ))}
    </section>
  );
}
