import { data, Form, useActionData, useNavigation } from "react-router";
import { type ShownText, textIn } from "#shop/translations.ts";
import { confirmWaiting, findByLink, type WaitedProduct } from "#shop/waitlist/confirm-waiting.server.ts";
import { requestContext } from "#web/context.ts";
import { withoutToast } from "#web/parts/forms/network-error.ts";
import { AccountPage } from "#web/parts/session/account-form.tsx";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { orFail, orSay, say } from "#web/say.ts";
import { rich, textsOfPage, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import type { Route } from "./+types/waitlist-confirmation.ts";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "waitlist")("confirmTitle"), matches),
  { name: "robots", content: "noindex" },
];

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "private, no-store", "X-Robots-Tag": "noindex" });

/**
 * Shows the link's product. Opening the link confirms nothing: mail scanners open every link.
 * [S12.9]
 */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { services, language } = context.get(requestContext);
  const product = await orFail(context, "shopUnavailable", () => findByLink(services, params.token));
  return data({ product: product && shown(product, language) }, { status: product ? 200 : 404 });
}

/** Confirms the address of the link. [S12.9] */
export async function action({ params, context }: Route.ActionArgs) {
  const { services, language } = context.get(requestContext);
  const confirmed = await orSay(context, "failedToConfirmWaiting", () => confirmWaiting(services, params.token));
  if (!confirmed.ok) return say(context, confirmed);
  return data({ ok: true as const, product: shown(confirmed.value, language) }, { status: 200 });
}

export const clientAction = withoutToast("failedToConfirmWaiting");

function shown({ id, isInStock, isOnSale, ...texts }: WaitedProduct, language: string) {
  return { id, isInStock, isOnSale, name: textIn(texts, "name", language) };
}

const named = ({ name: { text, lang } }: { name: ShownText }) => ({ product: () => <span lang={lang}>{text}</span> });

/** Confirms an address that was left for a sold-out product, with one button. [S12.9] */
export default function WaitlistConfirmation({ loaderData: { product } }: Route.ComponentProps) {
  const texts = useTexts("waitlist");
  const answer = useActionData<typeof action>();
  const isBusy = useNavigation().formMethod === "POST";
  const done = answer && "product" in answer ? answer.product : null;
  const no = answer && !answer.ok && "sentence" in answer ? answer.sentence : null;
  return (
    <AccountPage title={texts("confirmTitle")} lead={product && !done ? rich(texts, "confirmLead", named(product)) : undefined}>
      {done && (
        <>
          <Alert kind="success">{rich(texts, done.isInStock ? "confirmedInStock" : "confirmed", named(done))}</Alert>
          <LinkButton to={done.isOnSale ? `/product/${encodeURIComponent(done.id)}` : "/products"}>
            {texts(done.isOnSale ? "seeProduct" : "seeProducts")}
          </LinkButton>
        </>
      )}
      {!done && (no || !product) && <Alert kind="error">{no ?? texts("linkInvalid")}</Alert>}
      {!done && product && (
        <Form method="post">
          <Button type="submit" size="large" isBusy={isBusy} className="w-full">
            {texts("confirm")}
          </Button>
        </Form>
      )}
      {!done && !product && <LinkButton to="/products">{texts("seeProducts")}</LinkButton>}
    </AccountPage>
  );
}
