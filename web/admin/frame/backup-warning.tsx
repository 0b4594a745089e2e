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
      return texts("backupsNone", { place: warning.place });
    case "old":
      return rich(texts, "backupsOld", { place: warning.place, time: () => <When at={warning.lastGoodAt} /> });
    case "sameDisk":
      return texts("backupsOnSameDisk");
  }
}

/** The states of the automatic backups for the settings page, or a hint that there are none. */
export function BackupsSheet({ backups }: { backups: BackupState[] }) {
  const texts = useTexts("adminFrame");
  return (
    <Sheet title={texts("backups")}>
      {backups.length === 0 && <p className="text-soft">{texts("backupsNotSetUp")}</p>}
      {backups.map(({ place, rowsMs, lastGoodAt, failedAt }) => (
        <p key={place}>
          <span>{`${storedInWords(place, rowsMs, texts)} `}</span>
          {lastGoodAt && <LastBackup at={lastGoodAt} />}
          {failedAt && <LastFailure at={failedAt} />}
        </p>
      ))}
    </Sheet>
  );
}

function storedInWords(place: BackupState["place"], rowsMs: number | null, texts: Texts<"adminFrame">): string {
  const days = { place, days: DAILY_STORED, weeks: WEEKLY_STORED };
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
