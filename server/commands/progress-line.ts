import type { BackupProgress } from "#shop/backups/backup-contents.ts";

const EVERY_MS = 200;
/** How often a log line is written if there is no terminal. */
const LINE_EVERY_MS = 30_000;
const MB = 1_000_000;

/** Shows progress on one terminal line that is overwritten. Prints nothing without a terminal. */
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

/**
 * The same, but without a terminal it writes a line for each new part and every 30 s, so that a log
 * shows how far a long command is.
 */
export function openProgressLog(): { show(words: string, part: string): void; end(): void } {
  const line = openProgressLine();
  let logged = { part: "", at: Number.NEGATIVE_INFINITY };
  return {
    show(words, part) {
      line.show(words);
      if (process.stderr.isTTY || (logged.part === part && Date.now() - logged.at < LINE_EVERY_MS)) return;
      logged = { part, at: Date.now() };
      process.stderr.write(`  ${words}\n`);
    },
    end: line.end,
  };
}
