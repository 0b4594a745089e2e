import { emailKinds } from "#shop/emails/email.ts";
import { type OrderEmail, type OrderInDepth, pastOf } from "#shop/orders/reading/order-past.ts";
import { When } from "#web/parts/text/time.tsx";
import { Sheet } from "#web/ui/sheet.tsx";

/** The order's history, oldest first: who did what, and when. [S4.6] */
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
              {who && <strong className="font-semibold">{who}</strong>} <span>{what}</span>
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

const stateWords = { kept: "Stored, email isn't set up", waiting: "Waiting to be sent", sent: "Sent", failed: "Given up" };

/** The emails about the order and their states. */
export function OrderEmails({ emails }: { emails: OrderEmail[] }) {
  if (emails.length === 0) return null;
  return (
    <Sheet title="Emails">
      <ul className="divide-y divide-line">
        {emails.map(({ kind, state, createdAt, sentAt }) => (
          <li key={`${kind} ${createdAt.getTime()}`} className="flex flex-wrap justify-between gap-x-4 py-2.5">
            <span className="font-medium">{emailKinds[kind]}</span>
            <span className="text-soft">
              {stateWords[state]} · <When at={sentAt ?? createdAt} as="short" />
            </span>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
