import { use } from "react";
import type { ClaimOfId } from "#shop/orders/claims/claim.ts";
import { claimEnd, claimingOf, claimName } from "#shop/orders/claims/claiming.ts";
import type { DeliveredId } from "#shop/orders/order.ts";
import { lazyPart } from "#web/parts/site/lazy-part.ts";
import { PageNow } from "#web/parts/text/page-now.ts";
import { When } from "#web/parts/text/time.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { LinkButton } from "#web/ui/button.tsx";

const WithdrawalForm = lazyPart(async () => (await import("./withdrawal-form.tsx")).WithdrawalForm);

type Props = { requestCode: string; id: DeliveredId; place: number; claimUntil: Date | null };

/**
 * Below a delivered ID: the last claim of its place with number, time and state, and where its
 * buyer may claim it, the way to that. [S15.1] [S15.8]
 */
export function IdClaim({ requestCode, id, place, claimUntil }: Props) {
  const texts = useTexts("orderClaims");
  const at = use(PageNow);
  const how = at && claimingOf({ ...id, claimUntil }, { at, isPerson: false });
  return (
    <>
      {id.claim && <ClaimLine requestCode={requestCode} claim={id.claim} />}
      {id.claim?.state === "open" && id.claim.isOfThisId && (
        <WithdrawalForm action={`/order-status/${requestCode}/claims/${id.claim.number}/withdrawal`} />
      )}
      {(how === "open" || how === "again") && (
        <LinkButton
          to={`/order-status/${requestCode}/claims/new?place=${place}`}
          variant="quiet"
          className="self-start px-0 text-sm print:hidden"
        >
          {texts(how === "again" ? "again" : "doesntWork")}
          <span className="unseen">{texts("doesntWorkUnseen", { place })}</span>
        </LinkButton>
      )}
    </>
  );
}

/** A claim as both sides read it: number, state and since when. */
function ClaimLine({ requestCode, claim: { number, state, openedAt, decidedAt } }: { requestCode: string; claim: ClaimOfId }) {
  const texts = useTexts("orderClaims");
  return (
    <span className="flex flex-wrap items-baseline gap-x-2 text-sm text-soft">
      <strong>{texts(state)}</strong>
      <When at={decidedAt ?? openedAt} />
      <span>{texts("claim", { name: claimName(requestCode, number) })}</span>
    </span>
  );
}

/** Until when the IDs of an order are replaced free, or when that ended. [S15.1] */
export function ClaimTime({ ids, claimUntil }: { ids: DeliveredId[]; claimUntil: Date }) {
  const texts = useTexts("orderClaims");
  const now = use(PageNow);
  const until = ids.map(({ replacedAt }) => claimEnd({ claimUntil, replacedAt }) ?? claimUntil);
  const end = new Date(Math.max(...until.map((at) => at.getTime())));
  const key = now && now > end ? "claimsOver" : "claimUntil";
  return <p className="text-soft print:hidden">{rich(texts, key, { time: () => <When at={end} /> })}</p>;
}
