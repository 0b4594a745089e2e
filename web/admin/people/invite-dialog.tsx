import { useState } from "react";
import type { ShownRight } from "#web/shown-rights.ts";
import { useTexts } from "#web/texts.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { InvitationMaking } from "./invitation-making.tsx";

export const INVITE_DIALOG = "invite";

/** The sheet that invites a person. Each time it opens it is empty, so a link is seen once. [S13.7] */
export function InviteDialog({ email, all }: { email: string; all: ShownRight[] }) {
  const texts = useTexts("adminPeople");
  const [times, setTimes] = useState(0);
  return (
    <Dialog id={INVITE_DIALOG} title={texts("inviteTitle")} onClose={() => setTimes(times + 1)}>
      <InvitationMaking key={times} email={email} all={all} answered={undefined} />
    </Dialog>
  );
}
