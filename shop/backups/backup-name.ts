const NAME = /^trackside-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)Z\.backup$/;

/** The name of a daily backup that is made at this moment: a file with such a name is whole. */
export function backupName(at: Date): string {
  return `trackside-${at.toISOString().slice(0, 19).replaceAll(":", "-")}Z.backup`;
}

/** When a daily backup was made, by its name; null for any other file. */
export function backupTime(name: string): Date | null {
  const [, hour, minute, second] = NAME.exec(name) ?? [];
  const at = new Date(`${hour}:${minute}:${second}Z`);
  return Number.isNaN(at.getTime()) ? null : at;
}
