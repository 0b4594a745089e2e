import type { BackupProgress } from "#shop/backups/backup-contents.ts";

const EVERY_MS = 200;
/** How often a line is written where no terminal shows one that is written over. */
const LINE_EVERY_MS = 30_000;
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

/** The same, but elsewhere than on a terminal it writes a line for each new part, and now and then, so that a log tells how far a long one is. */
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
