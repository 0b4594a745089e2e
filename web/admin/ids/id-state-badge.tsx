import type { IdState } from "#shop/stock/ids/product-id.ts";
import { Badge, type Tone } from "#web/ui/badge.tsx";
import type { IconName } from "#web/ui/icon.tsx";

/** Label, colour and icon of each state of an ID. [S3.2] */
export const idStateSignals = {
  available: { word: "Available", tone: "green", icon: "done" },
  reserved: { word: "Reserved", tone: "amber", icon: "clock" },
  delivered: { word: "Delivered", tone: "action", icon: "send" },
  "set-aside": { word: "Withdrawn", tone: "slate", icon: "ban" },
} as const satisfies Record<IdState, { word: string; tone: Tone; icon: IconName }>;

/** An ID's state as a badge. [S2.35] */
export function IdStateBadge({ state }: { state: IdState }) {
  const { word, tone, icon } = idStateSignals[state];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}
