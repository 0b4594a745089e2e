import type { Texts } from "#messages/texts.ts";
import type { BackupState, BackupWarning } from "#shop/backups/backup-warning.ts";
import { BACKUPS_STORED } from "#shop/backups/constants.ts";
import { When } from "#web/parts/text/time.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Sheet } from "#web/ui/sheet.tsx";

/** A warning about the daily backups, shown on every admin page until it is resolved. */
export function BackupAlert({ warning }: { warning: BackupWarning | null }) {
  const texts = useTexts("adminFrame");
  if (!warning) return null;
  return <Alert kind="warning">{warningOf(warning, texts)}</Alert>;
}

function warningOf(warning: BackupWarning, texts: Texts<"adminFrame">) {
  switch (warning.kind) {
    case "none":
      return texts("backupsNone");
    case "old":
      return rich(texts, "backupsOld", { time: () => <When at={warning.lastGoodAt} /> });
    case "sameDisk":
      return texts("backupsOnSameDisk");
  }
}

/** The state of the daily backups for the settings page, or a hint that there are none. */
export function BackupsSheet({ backups }: { backups: BackupState | null }) {
  const texts = useTexts("adminFrame");
  return (
    <Sheet title={texts("backups")}>
      {backups === null ? (
        <p className="text-soft">{texts("backupsNotSetUp")}</p>
      ) : (
        <p>
          <span>{`${texts("backupsDaily", { n: BACKUPS_STORED })} `}</span>
          {backups.lastGoodAt && <LastBackup at={backups.lastGoodAt} />}
          {backups.failedAt && <LastFailure at={backups.failedAt} />}
        </p>
      )}
    </Sheet>
  );
}

function LastBackup({ at }: { at: Date }) {
  const texts = useTexts("adminFrame");
  return <span>{rich(texts, "lastBackup", { time: () => <When at={at} /> })} </span>;
}

function LastFailure({ at }: { at: Date }) {
  const texts = useTexts("adminFrame");
  return <span>{rich(texts, "lastBackupFailed", { time: () => <When at={at} /> })}</span>;
}
