import { useEffect, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { messages } from "#shop/messages.ts";
import { buttonLook, ExternalLink } from "#web/ui/button.tsx";
import { closeDialog, Dialog, DialogActions, openDialog, SafeButton } from "#web/ui/dialog.tsx";
import { followSession, sessionGone } from "./session-gone.ts";

const DIALOG = "log-in-again";

/** Asks to log in again in another tab when the session went while something was typed here, which stays. Once, in the root. [S4.10] */
export function LogInAgain() {
  const gone = useSyncExternalStore(followSession, sessionGone, () => 0);
  useEffect(() => (gone > 0 ? openDialog(DIALOG) : closeDialog(DIALOG)), [gone]);

  return (
    <Dialog id={DIALOG} title={messages.youWereLoggedOut}>
      <p>{messages.typedIsKept}</p>
      <DialogActions>
        <SafeButton dialog={DIALOG}>Stay here</SafeButton>
        <LogInLink />
      </DialogActions>
    </Dialog>
  );
}

/** The login of the area that one is in, in a new tab. */
export function LogInLink() {
  const isAdmins = /^\/(admin|add-ids)(\/|$)/.test(useLocation().pathname);
  return (
    <ExternalLink href={isAdmins ? "/admin/login" : "/login"} className={buttonLook({})}>
      Login
    </ExternalLink>
  );
}
