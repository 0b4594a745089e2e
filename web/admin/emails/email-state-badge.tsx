import { type LetterState, letterStateWords } from "#shop/letters/letter.ts";
import { Badge, type Tone } from "#web/ui/badge.tsx";
import type { IconName } from "#web/ui/icon.tsx";

const looks: Record<LetterState, [Tone, IconName]> = {
  kept: ["slate", "lock"],
  waiting: ["amber", "clock"],
  sent: ["green", "done"],
  failed: ["red", "alert"],
};

/** What became of a letter, in a word and a colour. */
export function LetterStateBadge({ state }: { state: LetterState }) {
  const [tone, icon] = looks[state];
  return (
    <Badge tone={tone} icon={icon} className="justify-self-start">
      {letterStateWords[state]}
    </Badge>
  );
}
