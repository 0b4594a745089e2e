import type { ReactNode } from "react";
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
  codeAndPicture: "codeAndPictureCameWithOrder",
  code: "codeCameWithOrder",
  utr: "utrCameWithOrder",
  picture: "pictureCameWithOrder",
  similar: "pictureLooksLikeOrder",
} as const satisfies Record<EarlierUse["what"], KeyIn<"adminQueue">>;

const counted = {
  codeAndPicture: "codeAndPictureUsedBefore",
  code: "codeUsedBefore",
  utr: "utrUsedBefore",
  picture: "pictureUsedBefore",
} as const satisfies Record<string, KeyIn<"adminQueue">>;

/** What came with another order: code and picture of one order are one use. */
type EarlierUse = Omit<UsedBefore, "what"> & { what: UsedBefore["what"] | "codeAndPicture" };

/**
 * Warns that this gift card code or UTR, or a picture with identical pixels, came with other
 * orders: one line with their number, which opens. Nothing is blocked.
 */
export function UsedBeforeWarning({ order }: Props) {
  const warnings = warningsOf(order.usedBefore);
  if (warnings.length === 0) return null;
  return (
    <Alert kind="warning">
      <details>
        <summary className="used-before">
          <WarningText order={order} />
          <Icon name="down" />
        </summary>
        <ul className="flex flex-col gap-1 pt-2">
          {usesOf(warnings).map((earlier) => (
            <li key={earlier.requestCode}>
              <CameWith earlier={earlier} />
            </li>
          ))}
        </ul>
      </details>
    </Alert>
  );
}

/** The warning in one line, with the number of other orders; nothing without one. */
export function WarningText({ order }: Props) {
  const texts = useTexts("adminQueue");
  const warnings = warningsOf(order.usedBefore);
  return warnings.length > 0 && texts(counted[whatOf(warnings)], { n: ordersOf(warnings).length });
}

/** How many earlier proofs look like this one, without a warning. */
export function LooksLikeText({ order }: Props) {
  const texts = useTexts("adminQueue");
  const similarProofs = similarProofsOf(order.usedBefore);
  return similarProofs.length > 0 && texts("looksLike", { n: ordersOf(similarProofs).length });
}

/** One match in words: what was the same, the earlier order, its date and its status. */
export function CameWith({ earlier }: { earlier: EarlierUse }) {
  const texts = useTexts("adminQueue");
  return rich(texts, sentences[earlier.what], {
    order: () => <EarlierOrder requestCode={earlier.requestCode} />,
    time: () => <When at={earlier.at} />,
    status: earlier.status,
    customer: earlier.isSameCustomer ? "same" : "other",
  });
}

/**
 * The short form for a row of the queue, which opens: the warning, or without one a note about
 * similar proofs.
 */
export function UsedBeforeInRow({ order }: Props) {
  const warnings = warningsOf(order.usedBefore);
  if (warnings.length > 0) return <Named isWarning text={<WarningText order={order} />} orders={warnings} />;
  const similarProofs = similarProofsOf(order.usedBefore);
  return similarProofs.length > 0 && <Named text={<LooksLikeText order={order} />} orders={similarProofs} />;
}

/** The warnings, one for each order. */
function usesOf(warnings: UsedBefore[]): EarlierUse[] {
  return ordersOf(warnings).flatMap((requestCode) => {
    const ofOrder = warnings.filter((warning) => warning.requestCode === requestCode);
    return ofOrder.slice(0, 1).map((first) => ({ ...first, what: whatOf(ofOrder) }));
  });
}

function whatOf(warnings: UsedBefore[]) {
  const isOf = (kind: UsedBefore["what"]) => warnings.some(({ what }) => what === kind);
  if (isOf("utr")) return "utr";
  if (isOf("code") && isOf("picture")) return "codeAndPicture";
  return isOf("code") ? "code" : "picture";
}

function Named({ text, orders, isWarning = false }: { text: ReactNode; orders: UsedBefore[]; isWarning?: boolean }) {
  return (
    <details className={isWarning ? "text-sm font-semibold text-amber-ink" : "text-sm text-soft"}>
      <summary className="used-in-row">
        {isWarning && <Icon name="alert" />} <span>{text}</span> <Icon name="down" />
      </summary>
      {ordersOf(orders).map((requestCode) => (
        <EarlierOrder key={requestCode} requestCode={requestCode} className="-mt-1.5 flex" />
      ))}
    </details>
  );
}

/** The request codes, each once: an order may match by code and by picture. */
function ordersOf(matches: UsedBefore[]): string[] {
  return [...new Set(matches.map(({ requestCode }) => requestCode))];
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
