const MOMENT = "(\\d{4}-\\d\\d-\\d\\dT\\d\\d)-(\\d\\d)-(\\d\\d)";
const DAILY = new RegExp(`^trackside-${MOMENT}Z\\.backup$`);
const BEFORE_UPDATE = new RegExp(`^trackside-before-update-(\\d+)-${MOMENT}-(\\d{3})Z\\.backup$`);

/** The name of an automatic backup. A file with such a name is always complete. */
export function backupName(at: Date): string {
  return `trackside-${at.toISOString().slice(0, 19).replaceAll(":", "-")}Z.backup`;
}

/** The time of an automatic backup from its name; null for other files. */
export function backupTime(name: string): Date | null {
  const [, hour, minute, second] = DAILY.exec(name) ?? [];
  return moment(`${hour}:${minute}:${second}Z`);
}

/** The name of a backup before an update. `state` is the number of the last applied migration. */
export function updateBackupName(state: string, at: Date): string {
  return `trackside-before-update-${state}-${at.toISOString().slice(0, 23).replaceAll(/[:.]/g, "-")}Z.backup`;
}

/** The time and state of a backup before an update from its name; null for other files. */
export function updateBackupOf(name: string): { state: string; at: Date } | null {
  const [, state, hour, minute, second, ms] = BEFORE_UPDATE.exec(name) ?? [];
  const at = moment(`${hour}:${minute}:${second}.${ms}Z`);
  return state !== undefined && at ? { state, at } : null;
}

function moment(text: string): Date | null {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? null : at;
}
