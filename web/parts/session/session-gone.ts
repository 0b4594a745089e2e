import { store } from "#web/ui/store.ts";

/**
 * How often the session was found gone while something typed is on the page; 0 while it exists.
 * Nothing is reloaded meanwhile, because that would discard what was typed. [S4.10]
 */
export const sessionGone = store(0);

/** Reports that the session ended. Each call shows the dialog again. [S4.10] */
export function reportSessionGone(): void {
  sessionGone.write(sessionGone.read() + 1);
}

/** Reports that there is a session again. */
export function reportSessionBack(): void {
  sessionGone.write(0);
}
