import type { EmailState } from "#shop/emails/email.ts";
import { useTexts } from "#web/texts.tsx";
import { Badge, type Tone } from "#web/ui/badge.tsx";
import type { IconName } from "#web/ui/icon.tsx";
import { stateWords } from "./email-words.ts";

const looks: Record<EmailState, [Tone, IconName]> = {
  kept: ["slate", "lock"],
  waiting: ["amber", "clock"],
  sent: ["green", "done"],
  failed: ["red", "alert"],
};

/** An email's state as a badge. */
export function EmailStateBadge({ state }: { state: EmailState }) {
  const texts = useTexts("adminEmails");
  const [tone, icon] = looks[state];
  return (
    <Badge tone={tone} icon={icon} className="justify-self-start">
      {texts(stateWords[state])}
    </Badge>
  );
}
