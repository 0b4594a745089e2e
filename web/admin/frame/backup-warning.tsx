import type { BackupState, BackupWarning } from "#shop/backups/backup-warning.ts";
import { BACKUPS_KEPT } from "#shop/constants.ts";
import { messages } from "#shop/messages.ts";
import { When } from "#web/parts/time.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Sheet } from "#web/ui/sheet.tsx";

/** What is wrong with the daily backups, on every page of the admin until it is put right. */
export function BackupNotice({ warning }: { warning: BackupWarning | null }) {
  if (!warning) return null;
  return <Alert kind="warning">{warningOf(warning)}</Alert>;
}

function warningOf(warning: BackupWarning) {
  switch (warning.kind) {
    case "none":
      return messages.backupsNone;
    case "old":
      return (
        <>
          {messages.backupsOld} <When at={warning.lastGoodAt} />
        </>
      );
    case "sameDisk":
      return messages.backupsOnSameDisk;
  }
}

/** How the daily backups stand, for the settings page; a quiet hint where none are set up. */
export function BackupsSheet({ backups }: { backups: BackupState | null }) {
  return (
    <Sheet title="Backups">
      {backups === null ? (
        <p className="text-soft">{messages.backupsNotSetUp}</p>
      ) : (
        <p>
          {messages.backupsDaily(BACKUPS_KEPT)} {backups.lastGoodAt && <>The last one was made on {<When at={backups.lastGoodAt} />}.</>}
        </p>
      )}
    </Sheet>
  );
}
