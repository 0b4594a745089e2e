import { useEffect } from "react";
import { useLocation } from "react-router";
import { useTexts } from "#web/texts.tsx";
import { buttonStyle, ExternalLink } from "#web/ui/button.tsx";
import { closeDialog, Dialog, DialogActions, openDialog, SafeButton } from "#web/ui/dialog.tsx";
import { sessionGone } from "./session-gone.ts";

const DIALOG = "log-in-again";

/**
 * Asks to log in again in another tab when the session ended while something was typed here. Mount
 * once, in the root. [S4.10]
 */
export function LogInAgain() {
  const texts = useTexts("site");
  const gone = sessionGone.use();
  useEffect(() => (gone > 0 ? openDialog(DIALOG) : closeDialog(DIALOG)), [gone]);

  return (
    <Dialog id={DIALOG} title={texts("youWereLoggedOut")}>
      <p>{texts("typedIsKept")}</p>
      <DialogActions>
        <SafeButton dialog={DIALOG}>{texts("stayHere")}</SafeButton>
        <LogInLink />
      </DialogActions>
    </Dialog>
  );
}

/** Opens the login of the current area in a new tab. */
export function LogInLink() {
  const texts = useTexts("site");
  const isAdmins = /^\/admin(\/|$)/.test(useLocation().pathname);
  return (
    <ExternalLink href={isAdmins ? "/admin/login" : "/login"} className={buttonStyle({})}>
      {texts("login")}
    </ExternalLink>
  );
}
