import { redirect, useActionData } from "react-router";
import { CLIENT_ADDRESS_HEADER } from "#shop/accounts/sessions/cookies.ts";
import { refused } from "#shop/refusal.ts";
import { findProductOnSale } from "#shop/stock/products/products-on-sale.server.ts";
import { textIn } from "#shop/translations.ts";
import { joinWaitlist } from "#shop/waitlist/join-waitlist.server.ts";
import { WaitlistForm } from "#shop/waitlist/waitlist-form.ts";
import { requestContext } from "#web/context.ts";
import { withoutToast } from "#web/parts/forms/network-error.ts";
import { type TypedAnswer, typedFields } from "#web/parts/forms/typed-fields.ts";
import { AccountPage } from "#web/parts/session/account-form.tsx";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { runAction } from "#web/run-action.ts";
import { orFail, say } from "#web/say.ts";
import { rich, textsOfPage, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import type { Route } from "./+types/waitlist.ts";
import { NotifyForm } from "./notify-form.tsx";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "waitlist")("title"), matches),
  { name: "robots", content: "noindex" },
];

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "private, no-store", "X-Robots-Tag": "noindex" });

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { services, language } = context.get(requestContext);
  if (!services.mail.isOn) throw say(context, refused("notFound"));
  const product = await orFail(context, "shopUnavailable", () => findProductOnSale(services, params.productId));
  if (!product) throw say(context, refused("productNotFound"));
  const isAsked = new URL(request.url).searchParams.has("asked");
  return { id: product.id, name: textIn(product, "name", language), isInStock: product.available > 0, isAsked };
}

/**
 * Leaves an address, and answers with a redirect, so that a reload sends no second email. [S12.9]
 */
export function action(args: Route.ActionArgs) {
  const { productId } = args.params;
  return runAction(
    args,
    {
      form: WaitlistForm,
      failed: "failedToJoinWaitlist",
      goTo: () => redirect(`/product/${encodeURIComponent(productId)}/waitlist?asked`, 303),
      typed: typedFields,
    },
    ({ services, visitor, language, headers }, form) =>
      joinWaitlist(services, visitor, form, { productId, network: headers.get(CLIENT_ADDRESS_HEADER) ?? "", language }),
  );
}

export const clientAction = withoutToast("failedToJoinWaitlist");

/** Asks for an address, or says that an email with a link is on its way. [S12.9] */
export default function Waitlist({ loaderData: { id, name, isInStock, isAsked } }: Route.ComponentProps) {
  const texts = useTexts("waitlist");
  const answer = useActionData<TypedAnswer>();
  const no = answer && !answer.ok ? answer : null;
  const isOfField = no !== null && "field" in no && no.field === "email";
  const product = <span lang={name.lang}>{name.text}</span>;
  const isOpen = !isAsked || no !== null;
  const canWait = isOpen && !isInStock;
  return (
    <AccountPage title={texts("title")} lead={isOpen ? product : undefined}>
      {!isOpen && (
        <Alert kind="success">
          <p>{texts("asked")}</p>
          <p>{texts("askedHint")}</p>
        </Alert>
      )}
      {isOpen && isInStock && <Alert kind="success">{rich(texts, "inStock", { product: () => product })}</Alert>}
      {canWait && no && !isOfField && <Alert kind="error">{no.sentence}</Alert>}
      {canWait && <NotifyForm productId={id} typed={answer?.typed?.email} error={isOfField ? no.sentence : null} />}
      <LinkButton to={`/product/${encodeURIComponent(id)}`} variant={isOpen && isInStock ? "primary" : "secondary"}>
        {texts("seeProduct")}
      </LinkButton>
    </AccountPage>
  );
}
