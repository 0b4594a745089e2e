/**
 * Whether the session of this page is gone while something typed is still on it: 0 while it is not, else how often that was noticed. Nothing is
 * loaded meanwhile, because that would lead away from what was typed.
 */
let timesNoticed = 0;
const followers = new Set<() => void>();

/** Somebody has to log in again before this page can go on; each time it is said anew. [S4.10] */
export function noticeSessionGone(): void {
  timesNoticed += 1;
  for (const tell of followers) tell();
}

/** There is a session again. */
export function noticeSessionBack(): void {
  timesNoticed = 0;
  for (const tell of followers) tell();
}

/** How often the session was found gone; 0 while it is there. */
export function sessionGone(): number {
  return timesNoticed;
}

/** Calls `tell` whenever that changes. Returns how to stop. */
export function followSession(tell: () => void): () => void {
  followers.add(tell);
  return () => followers.delete(tell);
}
