/**
 * How long `vi.waitFor` waits on a busy machine (ms): its own default of a second is too short for a script that
 * loads or a notification.
 */
export const soon = { timeout: 10_000, interval: 20 };
