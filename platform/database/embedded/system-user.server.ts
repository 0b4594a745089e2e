import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { StartProblem } from "#platform/start-problem.ts";

/** The system user that runs PostgreSQL if the shop is started by root. */
export type Account = { name: string; uid: number; gid: number };

const OWN = "trackside";

/**
 * Chooses the user that runs PostgreSQL for root: the owner of an existing database, else the
 * system user `trackside`, which is created if missing; if no user can be created, `postgres` or
 * `nobody`.
 */
export function accountFor(database: string | null): Account {
  const owner = database ? statSync(database) : null;
  if (owner && owner.uid !== 0) return ownerAs(owner);

  const account = find(OWN) ?? make() ?? find("postgres") ?? find("nobody");
  if (account) return account;
  throw new StartProblem(
    "PostgreSQL refuses to run as root and no other user could be made. Start the shop as another user, or set DATABASE_URL to a PostgreSQL of your own.",
  );
}

/**
 * Whether the account may enter a folder and all its parents. Runs a command as the account, so
 * that access lists count too.
 */
export function canEnter(account: Account, folder: string): boolean {
  return runError(account, ["/bin/sh", "-c", 'cd -- "$1"', "sh", folder]) === null;
}

/** Runs a command as the account and returns the error, or null. */
export function runError(account: Account | null, [command = "", ...args]: string[]): string | null {
  const result = spawnSync(command, args, { cwd: "/", ...identity(account), encoding: "utf8" });
  if (result.error) return result.error.message;
  return result.status === 0 ? null : result.stderr.trim() || `${command} ended with ${result.status ?? result.signal}.`;
}

/** Gives a folder and everything in it to the account. */
export function giveTo(account: Account, folder: string): void {
  const error = runError(null, ["chown", "-R", "-h", `${account.uid}:${account.gid}`, folder]);
  if (error)
    throw new StartProblem(
      `${folder} must belong to the user ${account.name} (${error}). Hand it over with: chown -R ${account.name} ${folder}`,
    );
}

/** The options to run a child process as the account. */
export function identity(account: Account | null): { uid?: number; gid?: number } {
  return account ? { uid: account.uid, gid: account.gid } : {};
}

/** The name of the user who owns a path, or null if the path does not exist. */
export function nameOf(path: string): string | null {
  const owner = statSync(path, { throwIfNoEntry: false });
  return owner ? nameOfUid(owner.uid) : null;
}

/** The name is looked up only when needed, which is seldom. */
function ownerAs({ uid, gid }: { uid: number; gid: number }): Account {
  return {
    get name() {
      return nameOfUid(uid);
    },
    uid,
    gid,
  };
}

function nameOfUid(uid: number): string {
  return read("id", "-un", String(uid)) ?? `user ${uid}`;
}

function find(name: string): Account | null {
  const uid = read("id", "-u", name);
  const gid = read("id", "-g", name);
  return uid && gid && uid !== "0" ? { name, uid: Number(uid), gid: Number(gid) } : null;
}

function make(): Account | null {
  const usual = ["useradd", "--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", OWN];
  const busybox = ["adduser", "-S", "-D", "-H", OWN];
  for (const command of [usual, busybox]) {
    runError(null, command);
    const made = find(OWN);
    if (made) return made;
  }
  return null;
}

function read(command: string, ...args: string[]): string | null {
  const result = spawnSync(command, args, { encoding: "utf8" });
  return result.status === 0 ? result.stdout.trim() : null;
}
