import type { BackupProgress } from "#shop/backups/backup-contents.ts";

const EVERY_MS = 200;
const MB = 1_000_000;

/** Shows on a terminal how far something is, on one line that is written over; says nothing elsewhere. */
export function openProgressLine(): { seen(progress: BackupProgress): void; show(words: string): void; end(): void } {
  const { stderr } = process;
  let shownAt = 0;
  const show = (words: string) => {
    if (!stderr.isTTY || Date.now() - shownAt < EVERY_MS) return;
    shownAt = Date.now();
    stderr.write(`\r\x1b[K  ${words}`);
  };
  return {
    show,
    seen: ({ doing, bytes }) => show(`${(bytes / MB).toFixed(1)} MB · ${doing}`),
    end() {
      if (stderr.isTTY) stderr.write("\r\x1b[K");
    },
  };
}
