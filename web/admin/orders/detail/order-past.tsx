import { letterKinds } from "#shop/letters/letter.ts";
import { type OrderInDepth, type OrderLetter, pastOf } from "#shop/orders/order-past.ts";
import { When } from "#web/parts/time.tsx";
import { Sheet } from "#web/ui/sheet.tsx";

/** All that happened to the order, the oldest first: who did what, and when. [S4.6] */
export function OrderPast({ order }: { order: OrderInDepth }) {
  return (
    <Sheet title="History">
      <ol className="flex flex-col gap-3 border-s-2 border-line ps-4">
        {pastOf(order).map(({ at, who, what, more }, line) => (
          <li
            key={line}
            className="relative before:absolute before:top-2 before:-start-[1.4rem] before:size-2.5 before:rounded-full before:bg-edge"
          >
            <p className="wrap-anywhere">
              {who && <strong className="font-semibold">{who}</strong>} {what}
              {more && <span className="text-soft"> ({more})</span>}
            </p>
            <p className="text-sm text-soft">
              <When at={at} />
            </p>
          </li>
        ))}
      </ol>
    </Sheet>
  );
}

const stateWords = { kept: "Kept, no mail is set up", waiting: "Waiting to be sent", sent: "Sent", failed: "Given up" };

/** The letters about the order, and how far each got. */
export function OrderLetters({ letters }: { letters: OrderLetter[] }) {
  if (letters.length === 0) return null;
  return (
    <Sheet title="Letters">
      <ul className="divide-y divide-line">
        {letters.map(({ kind, state, createdAt, sentAt }) => (
          <li key={`${kind} ${createdAt.getTime()}`} className="flex flex-wrap justify-between gap-x-4 py-2.5">
            <span className="font-medium">{letterKinds[kind]}</span>
            <span className="text-soft">
              {stateWords[state]} · <When at={sentAt ?? createdAt} as="short" />
            </span>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
