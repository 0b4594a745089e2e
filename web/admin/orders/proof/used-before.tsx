import { Link } from "react-router";
import { messages } from "#shop/messages.ts";
import { similarProofsOf, type UsedBefore, warningsOf } from "#shop/orders/proofs/used-before.ts";
import type { AdminOrder } from "#shop/orders/reading/order-view.ts";
import { When } from "#web/parts/text/time.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Icon } from "#web/ui/icon.tsx";

type Props = { order: Pick<AdminOrder, "usedBefore"> };

const sentences = { code: messages.codeCameWithOrder, picture: messages.pictureCameWithOrder, similar: messages.pictureLooksLikeOrder };

/**
 * Warns that this gift card code, or a picture with identical pixels, came with earlier orders.
 * Nothing is blocked.
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
  return (
    <>
      <span>{`${sentences[earlier.what]} `}</span>
      <EarlierOrder requestCode={earlier.requestCode} />
      <span>{" on "}</span>
      <When at={earlier.at} />
      <span>{` (${earlier.status}${earlier.isSameCustomer ? `, ${messages.ofSameCustomer}` : ""}).`}</span>
    </>
  );
}

/** The short form for a row of the queue: a warning, or a note about similar proofs. */
export function UsedBeforeInRow({ order }: Props) {
  const warnings = warningsOf(order.usedBefore);
  const similarProofs = similarProofsOf(order.usedBefore);
  return (
    <>
      {warnings.length > 0 && <Named isWarning text={wordsOf(warnings)} orders={warnings} />}
      {similarProofs.length > 0 && <Named text={messages.looksLike} orders={similarProofs} />}
    </>
  );
}

function wordsOf(warnings: UsedBefore[]): string {
  const isOf = (kind: UsedBefore["what"]) => warnings.some(({ what }) => what === kind);
  if (isOf("code") && isOf("picture")) return messages.codeAndPictureUsedBefore;
  return isOf("code") ? messages.codeUsedBefore : messages.pictureUsedBefore;
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
    <Link to={`/admin/orders/${requestCode}`} translate="no" className={`code touch-link ${className} whitespace-nowrap underline`}>
      {requestCode}
    </Link>
  );
}
