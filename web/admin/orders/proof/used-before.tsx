import { Link } from "react-router";
import { messages } from "#shop/messages.ts";
import type { AdminOrder } from "#shop/orders/order-view.ts";
import { likenessesOf, type UsedBefore, warningsOf } from "#shop/orders/used-before.ts";
import { When } from "#web/parts/time.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Icon } from "#web/ui/icon.tsx";

type Props = { order: Pick<AdminOrder, "usedBefore"> };

const sentences = { code: messages.codeCameWithOrder, picture: messages.pictureCameWithOrder, likeness: messages.pictureLooksLikeOrder };

/** Warns that this gift card code, or a picture with the very same pixels, came with earlier orders. It keeps nothing from being done. */
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

/** In words: what came with which earlier order, when, and what became of that one. */
export function CameWith({ earlier }: { earlier: UsedBefore }) {
  return (
    <>
      {sentences[earlier.what]} <EarlierOrder requestCode={earlier.requestCode} /> on <When at={earlier.at} /> ({earlier.status}
      {earlier.isSameCustomer && `, ${messages.ofSameCustomer}`}).
    </>
  );
}

/** The same in a row of the queue, in few words: a warning, and quietly which pictures it looks like. */
export function UsedBeforeInRow({ order }: Props) {
  const warnings = warningsOf(order.usedBefore);
  const likenesses = likenessesOf(order.usedBefore);
  return (
    <>
      {warnings.length > 0 && <Named isWarning text={wordsOf(warnings)} orders={warnings} />}
      {likenesses.length > 0 && <Named text={messages.looksLike} orders={likenesses} />}
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
        {isWarning && <Icon name="alert" className="mt-0.5 size-4" />} {text}
      </span>
      {[...new Set(orders.map(({ requestCode }) => requestCode))].map((requestCode) => (
        <EarlierOrder key={requestCode} requestCode={requestCode} className="-mt-1.5 flex" />
      ))}
    </div>
  );
}

/** Leads to an earlier order's page. */
function EarlierOrder({ requestCode, className = "-my-2.5 inline-flex" }: { requestCode: string; className?: string }) {
  return (
    <Link to={`/admin/orders/${requestCode}`} className={`code ${className} min-h-11 items-center whitespace-nowrap text-action underline`}>
      {requestCode}
    </Link>
  );
}
