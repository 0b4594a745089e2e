import type { Texts } from "#messages/texts.ts";
import { backupEveryMs } from "#shop/backups/backup-interval.ts";
import type { BackupState, BackupWarning } from "#shop/backups/backup-warning.ts";
import { DAILY_STORED, HOURLY_STORED, WEEKLY_STORED } from "#shop/backups/constants.ts";
import { HOUR_MS } from "#shop/constants.ts";
import { When } from "#web/parts/text/time.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Sheet } from "#web/ui/sheet.tsx";

/** A warning about the automatic backups, shown on every admin page until it is resolved. */
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

/** The state of the automatic backups for the settings page, or a hint that there are none. */
export function BackupsSheet({ backups }: { backups: BackupState | null }) {
  const texts = useTexts("adminFrame");
  return (
    <Sheet title={texts("backups")}>
      {backups === null ? (
        <p className="text-soft">{texts("backupsNotSetUp")}</p>
      ) : (
        <p>
          <span>{`${keptInWords(backups.rowsMs, texts)} `}</span>
          {backups.lastGoodAt && <LastBackup at={backups.lastGoodAt} />}
          {backups.failedAt && <LastFailure at={backups.failedAt} />}
        </p>
      )}
    </Sheet>
  );
}

function keptInWords(rowsMs: number | null, texts: Texts<"adminFrame">): string {
  const days = { days: DAILY_STORED, weeks: WEEKLY_STORED };
  return backupEveryMs(rowsMs) === HOUR_MS ? texts("backupsHourly", { hours: HOURLY_STORED, ...days }) : texts("backupsDaily", days);
}

function LastBackup({ at }: { at: Date }) {
  const texts = useTexts("adminFrame");
  return <span>{rich(texts, "lastBackup", { time: () => <When at={at} /> })} </span>;
}

function LastFailure({ at }: { at: Date }) {
  const texts = useTexts("adminFrame");
  return <span>{rich(texts, "lastBackupFailed", { time: () => <When at={at} /> })}</span>;
}
