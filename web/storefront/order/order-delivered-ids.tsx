import type { DeliveredId } from "#shop/orders/order.ts";
import { Replaced } from "#web/parts/order/replaced.tsx";
import { lazyPart } from "#web/parts/site/lazy-part.ts";
import { CopyAllIds, CopyOne } from "#web/parts/text/copyable.tsx";
import { Exact } from "#web/parts/text/exact.tsx";
import { useTexts } from "#web/texts.tsx";
import { buttonStyle } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";

const IdClaim = lazyPart(async () => (await import("./claims/id-claim.tsx")).IdClaim);
const ClaimTime = lazyPart(async () => (await import("./claims/id-claim.tsx")).ClaimTime);

type Props = { requestCode: string; ids: DeliveredId[]; claimUntil: Date | null; isBuyers: boolean };

/** Whether an ID came by the swap of its place's last claim, which says when. */
function isBySwap({ replacedAt, claim }: DeliveredId): boolean {
  return claim?.state === "swapped" && replacedAt !== null && Number(claim.decidedAt) >= Number(replacedAt);
}

/**
 * The delivered IDs with buttons to copy one or all, or to save a text file. A replacement shows
 * its date. Its buyer may claim those that do not work. [S2.9] [S2.15] [S15.1]
 */
export function DeliveredIds({ requestCode, ids, claimUntil, isBuyers }: Props) {
  const texts = useTexts("order");
  return (
    <section className="flex flex-col gap-3">
      <h2 className="unseen">{texts("yourIds", { count: ids.length })}</h2>
      <ol aria-live="polite" className="flex flex-col gap-2">
        {ids.map((one, at) => (
          <li key={one.value} className="well flex items-center justify-between gap-1 py-1 ps-3 pe-1">
            <span className="flex min-w-0 flex-col py-2">
              <Exact className="text-lg font-semibold select-all sm:text-2xl print:text-xs!">{one.value}</Exact>
              {!(isBuyers && isBySwap(one)) && <Replaced at={one.replacedAt} />}
              {isBuyers && (claimUntil ?? one.claim) && <IdClaim {...{ requestCode, claimUntil }} id={one} place={at + 1} />}
            </span>
            <CopyOne text={one.value} name={ids.length === 1 ? texts("theId") : texts("idNumber", { number: at + 1 })} />
          </li>
        ))}
      </ol>
      {isBuyers && claimUntil && <ClaimTime {...{ ids, claimUntil }} />}
      <div className="flex flex-wrap gap-2">
        <CopyAllIds ids={ids.map(({ value }) => value)} label={texts(ids.length === 1 ? "copyId" : "copyAll")} />
        <a href={`/order-status/${requestCode}/ids.txt`} download className={buttonStyle({ variant: "secondary" }, "print:hidden")}>
          <Icon name="download" />
          {texts("download")}
        </a>
      </div>
    </section>
  );
}
