/**
 * How often the session was found gone while something typed is on the page; 0 if it exists.
 * Nothing is reloaded meanwhile, because that would discard what was typed.
 */
let timesReported = 0;
const followers = new Set<() => void>();

/** Reports that the session ended. Each call shows the dialog again. [S4.10] */
export function reportSessionGone(): void {
  timesReported += 1;
  for (const notify of followers) notify();
}

/** Reports that there is a session again. */
export function reportSessionBack(): void {
  timesReported = 0;
  for (const notify of followers) notify();
}

/** How often the session was found gone; 0 while it exists. */
export function sessionGone(): number {
  return timesReported;
}

/** Calls `notify` at each change. Returns how to stop. */
export function followSession(notify: () => void): () => void {
  followers.add(notify);
  return () => followers.delete(notify);
}
