import { useEffect, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { messages } from "#shop/messages.ts";
import { buttonStyle, ExternalLink } from "#web/ui/button.tsx";
import { closeDialog, Dialog, DialogActions, openDialog, SafeButton } from "#web/ui/dialog.tsx";
import { followSession, sessionGone } from "./session-gone.ts";

const DIALOG = "log-in-again";

/**
 * Asks to log in again in another tab when the session ended while something was typed here. Mount
 * once, in the root. [S4.10]
 */
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

/** Opens the login of the current area in a new tab. */
export function LogInLink() {
  const isAdmins = /^\/(admin|add-ids)(\/|$)/.test(useLocation().pathname);
  return (
    <ExternalLink href={isAdmins ? "/admin/login" : "/login"} className={buttonStyle({})}>
      Login
    </ExternalLink>
  );
}
