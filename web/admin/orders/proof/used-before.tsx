import { Link } from "react-router";
import type { KeyIn } from "#messages/texts.ts";
import { similarProofsOf, type UsedBefore, warningsOf } from "#shop/orders/proofs/used-before.ts";
import type { AdminOrder } from "#shop/orders/reading/order-view.ts";
import { When } from "#web/parts/text/time.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";

type Props = { order: Pick<AdminOrder, "usedBefore"> };

const sentences = {
  code: "codeCameWithOrder",
  utr: "utrCameWithOrder",
  picture: "pictureCameWithOrder",
  similar: "pictureLooksLikeOrder",
} as const satisfies Record<UsedBefore["what"], KeyIn<"adminQueue">>;

/**
 * Warns that this gift card code or UTR, or a picture with identical pixels, came with other
 * orders. Nothing is blocked.
 */
export function UsedBeforeWarning({ order }: Props) {
  const warnings = warningsOf(order.usedBefore);
  if (warnings.length === 0) return null;
  return (
    <Alert kind="warning">
      <ul className="flex flex-col gap-1">
        {warnings.map((earlier) => (
          <li key={`${earlier.what} ${earlier.requestCode}`}>
            <CameWith earlier={earlier} />
          </li>
        ))}
      </ul>
    </Alert>
  );
}

/** One match in words: what was the same, the earlier order, its date and its status. */
export function CameWith({ earlier }: { earlier: UsedBefore }) {
  const texts = useTexts("adminQueue");
  return rich(texts, sentences[earlier.what], {
    order: () => <EarlierOrder requestCode={earlier.requestCode} />,
    time: () => <When at={earlier.at} />,
    status: earlier.status,
    customer: earlier.isSameCustomer ? "same" : "other",
  });
}

/** The short form for a row of the queue: a warning, or a note about similar proofs. */
export function UsedBeforeInRow({ order }: Props) {
  const texts = useTexts("adminQueue");
  const warnings = warningsOf(order.usedBefore);
  const similarProofs = similarProofsOf(order.usedBefore);
  return (
    <>
      {warnings.length > 0 && <Named isWarning text={texts(warningOf(warnings))} orders={warnings} />}
      {similarProofs.length > 0 && <Named text={texts("looksLike")} orders={similarProofs} />}
    </>
  );
}

function warningOf(warnings: UsedBefore[]) {
  const isOf = (kind: UsedBefore["what"]) => warnings.some(({ what }) => what === kind);
  if (isOf("utr")) return "utrUsedBefore";
  if (isOf("code") && isOf("picture")) return "codeAndPictureUsedBefore";
  return isOf("code") ? "codeUsedBefore" : "pictureUsedBefore";
}

function Named({ text, orders, isWarning = false }: { text: string; orders: UsedBefore[]; isWarning?: boolean }) {
  return (
    <div className={isWarning ? "text-sm font-semibold text-amber-ink" : "text-sm text-soft"}>
      <span className="flex gap-1">
        {isWarning && <Icon name="alert" className="mt-0.5" />} <span>{text}</span>
      </span>
      {[...new Set(orders.map(({ requestCode }) => requestCode))].map((requestCode) => (
        <EarlierOrder key={requestCode} requestCode={requestCode} className="-mt-1.5 flex" />
      ))}
    </div>
  );
}

/** A link to an earlier order. */
function EarlierOrder({ requestCode, className = "-my-2.5" }: { requestCode: string; className?: string }) {
  return (
    <Link
      to={`/admin/orders/${requestCode}`}
      translate="no"
      className={classNames("code touch-link whitespace-nowrap underline", className)}
    >
      {requestCode}
    </Link>
  );
}
