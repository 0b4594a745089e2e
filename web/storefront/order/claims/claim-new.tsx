import { useActionData } from "react-router";
import { isErased } from "#shop/erased.ts";
import { claimReasons, mayClaim } from "#shop/orders/claims/claim.ts";
import { findOrder } from "#shop/orders/reading/find-order.server.ts";
import { readRequestCode } from "#shop/orders/request-code.ts";
import { refused } from "#shop/refusal.ts";
import { requestContext } from "#web/context.ts";
import type { TypedAnswer } from "#web/parts/forms/typed-fields.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { orFail, say } from "#web/say.ts";
import { textsOfPage, useTexts } from "#web/texts.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { PageHead, Sheet } from "#web/ui/sheet.tsx";
import { useFormOfBuyer } from "../access/as-account.ts";
import type { Route } from "./+types/claim-new.ts";
import { ClaimFields } from "./claim-fields.tsx";

export { headers } from "../order-status.tsx";

export const meta: Route.MetaFunction = ({ params, matches }) => [
  ...pageTitle(`${textsOfPage(matches, "orderClaims")("title")} · ${params.requestCode}`, matches),
  { name: "robots", content: "noindex" },
];

/** Loads the IDs of an order that its buyer may claim now. [S15.1] [S15.13] */
export async function loader({ params, context, request }: Route.LoaderArgs) {
  const { services, visitor } = context.get(requestContext);
  const code = readRequestCode(params.requestCode) ?? params.requestCode;
  const order = await orFail(context, "failedToLoadOrderDetails", () => findOrder(services, visitor, code));
  if (!order) throw say(context, refused("orderNotFound"));
  if (!order.isWhole || order.userId === null) throw say(context, refused("orderNotForYou"));
  const place = Number(new URL(request.url).searchParams.get("place"));
  if (order.status !== "approved" || isErased(order.deliveredIds)) return { requestCode: code, ids: [], place };
  const { claimUntil, deliveredIds } = order;
  const at = services.now();
  const ids = deliveredIds.flatMap((id, n) => {
    const allowed = mayClaim({ ...id, claimUntil }, { at, isPerson: false });
    return allowed.ok && allowed.value !== "known" ? [{ value: id.value, place: n + 1 }] : [];
  });
  return { requestCode: code, ids, place };
}

/** The form to say which IDs of an order do not work, and why; it works without script. [S15.2] [S15.13] */
export default function ClaimNew({ loaderData: { requestCode, ids, place } }: Pick<Route.ComponentProps, "loaderData">) {
  const texts = useTexts("orderClaims");
  const answered = useActionData<TypedAnswer>();
  const page = `/order-status/${requestCode}`;
  const form = useFormOfBuyer(`${page}/claims`);
  return (
    <div className="frame flex max-w-3xl flex-col gap-6 py-6 sm:py-10">
      <PageHead title={texts("title")}>{ids.length > 0 ? texts("lead") : texts("nothingToClaim")}</PageHead>
      {ids.length > 0 && (
        <Sheet>
          <ClaimFields action={form} ids={ids} place={place} reasons={claimReasons} answered={answered} />
        </Sheet>
      )}
      <LinkButton to={page} variant="quiet" className="self-start">
        {texts("toOrder")}
      </LinkButton>
    </div>
  );
}
