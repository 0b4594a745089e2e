import type { KeyIn } from "#messages/texts.ts";
import type { OrderStatus } from "#shop/orders/order.ts";
import { useTexts } from "#web/texts.tsx";
import { Badge, type Tone } from "#web/ui/badge.tsx";
import type { IconName } from "#web/ui/icon.tsx";

/** Label, colour and icon of each status: always all three, so that colour alone never matters. */
const statusSignals = {
  pending: { word: "pending", tone: "amber", icon: "clock" },
  approved: { word: "approved", tone: "green", icon: "done" },
  rejected: { word: "rejected", tone: "red", icon: "cross" },
  cancelled: { word: "cancelled", tone: "slate", icon: "ban" },
} as const satisfies Record<OrderStatus, { word: KeyIn<"parts">; tone: Tone; icon: IconName }>;

/** An order's status as a badge. [S2.32] */
export function StatusBadge({ status, className }: { status: OrderStatus; className?: string }) {
  const texts = useTexts("parts");
  const { word, tone, icon } = statusSignals[status];
  return (
    <Badge tone={tone} icon={icon} className={className}>
      {texts(word)}
    </Badge>
  );
}
