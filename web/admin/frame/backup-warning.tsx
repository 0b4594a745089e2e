import type { BackupState, BackupWarning } from "#shop/backups/backup-warning.ts";
import { BACKUPS_STORED } from "#shop/backups/constants.ts";
import { messages } from "#shop/messages.ts";
import { When } from "#web/parts/text/time.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Sheet } from "#web/ui/sheet.tsx";

/** A warning about the daily backups, shown on every admin page until it is resolved. */
export function BackupAlert({ warning }: { warning: BackupWarning | null }) {
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

/** The state of the daily backups for the settings page, or a hint that there are none. */
export function BackupsSheet({ backups }: { backups: BackupState | null }) {
  return (
    <Sheet title="Backups">
      {backups === null ? (
        <p className="text-soft">{messages.backupsNotSetUp}</p>
      ) : (
        <p>
          <span>{`${messages.backupsDaily(BACKUPS_STORED)} `}</span>
          {backups.lastGoodAt && (
            <span>
              The last one was made on <When at={backups.lastGoodAt} />.
            </span>
          )}
        </p>
      )}
    </Sheet>
  );
}
