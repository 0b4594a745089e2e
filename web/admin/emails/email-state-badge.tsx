import { type EmailState, emailStateWords } from "#shop/emails/email.ts";
import { Badge, type Tone } from "#web/ui/badge.tsx";
import type { IconName } from "#web/ui/icon.tsx";

const looks: Record<EmailState, [Tone, IconName]> = {
  kept: ["slate", "lock"],
  waiting: ["amber", "clock"],
  sent: ["green", "done"],
  failed: ["red", "alert"],
};

/** An email's state as a badge. */
export function EmailStateBadge({ state }: { state: EmailState }) {
  const [tone, icon] = looks[state];
  return (
    <Badge tone={tone} icon={icon} className="justify-self-start">
      {emailStateWords[state]}
    </Badge>
  );
}
