/**
 * How often the session was found gone while something typed is on the page; 0 if it exists.
 * Nothing is reloaded meanwhile, because that would discard what was typed.
 */
let timesNoticed = 0;
const followers = new Set<() => void>();

/** Reports that the session ended. Each call shows the dialog again. [S4.10] */
export function reportSessionGone(): void {
  timesNoticed += 1;
  for (const tell of followers) tell();
}

/** Reports that there is a session again. */
export function reportSessionBack(): void {
  timesNoticed = 0;
  for (const tell of followers) tell();
}

/** How often the session was found gone; 0 while it exists. */
export function sessionGone(): number {
  return timesNoticed;
}

/** Calls `tell` at each change. Returns how to stop. */
export function followSession(tell: () => void): () => void {
  followers.add(tell);
  return () => followers.delete(tell);
}
