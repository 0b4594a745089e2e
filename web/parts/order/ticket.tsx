import type { ReactNode } from "react";
import { classNames } from "#web/ui/class-names.ts";

/**
 * A product or an order as a card with a perforated edge and a stub for its main facts. On a wide
 * screen `isAcross` puts the stub on the right.
 */
export function Ticket({
  stub,
  children,
  isAcross = false,
  className,
}: {
  stub: ReactNode;
  children: ReactNode;
  isAcross?: boolean;
  className?: string;
}) {
  return (
    <article className={classNames("ticket", isAcross && "ticket-across", className)}>
      <div className="ticket-body">{children}</div>
      <div className="ticket-stub">{stub}</div>
    </article>
  );
}
