import type { KeyIn } from "#messages/texts.ts";
import type { IdState } from "#shop/stock/ids/product-id.ts";
import { useTexts } from "#web/texts.tsx";
import { Badge, type Tone } from "#web/ui/badge.tsx";
import type { IconName } from "#web/ui/icon.tsx";

/** Label, colour and icon of each state of an ID. [S3.2] */
export const idStateSignals = {
  available: { word: "available", tone: "green", icon: "done" },
  reserved: { word: "reserved", tone: "amber", icon: "clock" },
  delivered: { word: "delivered", tone: "action", icon: "send" },
  withdrawn: { word: "withdrawn", tone: "slate", icon: "ban" },
} as const satisfies Record<IdState, { word: KeyIn<"adminIds">; tone: Tone; icon: IconName }>;

/** An ID's state as a badge. [S2.35] */
export function IdStateBadge({ state }: { state: IdState }) {
  const texts = useTexts("adminIds");
  const { word, tone, icon } = idStateSignals[state];
  return (
    <Badge tone={tone} icon={icon}>
      {texts(word)}
    </Badge>
  );
}
