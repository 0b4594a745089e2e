import { StartProblem } from "#platform/start-problem.ts";

/**
 * Refuses a command on a database that this version would change, because a shop of the earlier
 * version may be running on it. Called before anything is changed.
 */
export async function refuseEarlierVersion(): Promise<void> {
  throw new StartProblem(
    "The database is of an earlier version of the shop. Start the shop of this version once: it makes a backup and brings the database up to date. Then run the command again.",
  );
}
