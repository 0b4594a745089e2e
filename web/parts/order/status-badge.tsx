import type { OrderStatus } from "#shop/orders/order.ts";
import { Badge, type Tone } from "#web/ui/badge.tsx";
import type { IconName } from "#web/ui/icon.tsx";

/** Label, colour and icon of each status: always all three, so that colour alone never matters. */
const statusSignals = {
  pending: { word: "Pending", tone: "amber", icon: "clock" },
  approved: { word: "Approved", tone: "green", icon: "done" },
  rejected: { word: "Rejected", tone: "red", icon: "cross" },
  cancelled: { word: "Cancelled", tone: "slate", icon: "ban" },
} as const satisfies Record<OrderStatus, { word: string; tone: Tone; icon: IconName }>;

/** An order's status as a badge. [S2.32] */
export function StatusBadge({ status, className }: { status: OrderStatus; className?: string }) {
  const { word, tone, icon } = statusSignals[status];
  return (
    <Badge tone={tone} icon={icon} className={className}>
      {word}
    </Badge>
  );
}
