import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { closeSync, openSync, renameSync, statSync } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { StartProblem } from "#platform/start-problem.ts";
import type { DatabaseLocation } from "./embedded-location.server.ts";
import { startFailure } from "./start-failure.server.ts";
import { identity, runError } from "./system-user.server.ts";

/** A PostgreSQL that this process started. */
type Postgres = {
  /** Ends its connections, writes a checkpoint and waits for its exit. */
  stop(): Promise<void>;
};

/** Settings for a small server that is reached through a socket file only. */
const SETTINGS = {
  listen_addresses: "",
  max_connections: "60",
  shared_buffers: "128MB",
  jit: "off",
  timezone: "UTC",
  log_timezone: "UTC",
  fsync: "on",
  // Stored values must not leak into the log: neither statements nor row values.
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_checkpoints: "off",
};

/** A Unix socket's path may have 103 bytes on macOS (107 on Linux); its file name takes 14. */
const SOCKET_FOLDER_MAX_BYTES = 88;
const POLL_MS = 10;
const SLOW_START_MS = 5_000;
/** A clean stop may take this long. An abrupt one follows; it loses nothing that was committed. */
const FAST_STOP_MS = 3_500;
const ORPHAN_STOP_MS = 10_000;
const RESTART_AFTER_MS = 1_000;
const RESTART_AFTER_MAX_MS = 5_000;
/** A longer log is kept beside the next one as `database.log.1`, until that is as long. */
const LOG_MAX_BYTES = 1_000_000;

/**
 * Starts a watcher, then becomes PostgreSQL. The watcher stops PostgreSQL if the shop dies: the
 * pipe on descriptor 3 then ends before a line came. It is detached, because PostgreSQL must not
 * have a child that it did not start itself.
 */
const GUARDED = '( (read -r _ <&3 || kill -INT $$) & ); exec 3<&-; exec "$@"';

/**
 * Creates a cluster that requires a password (SCRAM) even on its socket, and sorts the same on
 * every machine.
 */
export async function initialise(
  { binaries, account }: DatabaseLocation,
  cluster: { folder: string; role: string; passwordFile: string },
): Promise<void> {
  await mkdir(cluster.folder, { mode: 0o700 });
  if (account) await chown(cluster.folder, account.uid, account.gid);
  const error = runError(account, [
    join(binaries, "initdb"),
    `--pgdata=${cluster.folder}`,
    `--username=${cluster.role}`,
    `--pwfile=${cluster.passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
  ]);
  if (error) throw new StartProblem(`The database could not be created in ${cluster.folder}: ${error}`);
}

/**
 * Creates a folder for the socket that only PostgreSQL's user can enter; elsewhere if the path
 * would be too long for a socket.
 */
export async function openSocketFolder({ home, account }: DatabaseLocation): Promise<string> {
  const beside = join(home, "socket");
  const isShort = Buffer.byteLength(beside) <= SOCKET_FOLDER_MAX_BYTES;
  const folder = isShort ? beside : await mkdtemp(join(tmpdir().length < 60 ? tmpdir() : "/tmp", "trackside-"));
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o700);
  if (account) await chown(folder, account.uid, account.gid);
  return folder;
}

/** Starts PostgreSQL and waits until it accepts connections. Restarts it if it dies by itself. */
export async function startPostgres(
  location: DatabaseLocation,
  socketFolder: string,
  settings: Record<string, string>,
  say: (line: string) => void,
): Promise<Postgres> {
  let isStopping = false;
  let child: ChildProcess | null = null;
  child = await launch();

  async function launch(): Promise<ChildProcess> {
    const { child: launched, logFrom } = run(location, socketFolder, settings);
    launched.once("exit", () => {
      if (!isStopping && child === launched) void again();
    });
    await untilReady(launched, location, logFrom, say);
    // If it dies at this very moment, its pid file remains, and the code that waits for its exit
    // does not notice.
    if (hasEnded(launched)) throw await startFailure(location, logFrom);
    return launched;
  }

  async function again(): Promise<void> {
    say("The database ended by itself and is started again.");
    let said = "";
    for (let delay = RESTART_AFTER_MS; !isStopping; delay = Math.min(delay * 2, RESTART_AFTER_MAX_MS)) {
      await wait(delay);
      if (isStopping) return;
      try {
        child = await launch();
        if (said !== "") say("The database runs again.");
        return;
      } catch (error) {
        const problem = error instanceof Error ? error.message : "The database does not start.";
        if (said === "") say(problem);
        said = problem;
      }
    }
  }

  return {
    async stop() {
      isStopping = true;
      const running = child;
      if (!running || hasEnded(running)) return;
      const ended = new Promise((resolve) => running.once("exit", resolve));
      running.kill("SIGINT");
      const killTimer = setTimeout(() => running.kill("SIGQUIT"), FAST_STOP_MS);
      await ended;
      clearTimeout(killTimer);
    },
  };
}

/** Runs PostgreSQL. `logFrom` is where its words begin in the log, in bytes. */
function run(
  { binaries, database, home, account }: DatabaseLocation,
  socketFolder: string,
  settings: Record<string, string>,
): { child: ChildProcess; logFrom: number } {
  const options = Object.entries({ ...SETTINGS, unix_socket_directories: `"${socketFolder}"`, ...settings }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ]);
  const { log, logFrom } = openLog(join(home, "database.log"));
  const child = spawn("/bin/sh", ["-c", GUARDED, "sh", join(binaries, "postgres"), "-D", database, ...options], {
    cwd: "/",
    env: { PATH: process.env.PATH ?? "/usr/bin:/bin", LC_ALL: "C" },
    // Ctrl-C in the terminal must not reach PostgreSQL before the shop has finished its requests.
    detached: true,
    stdio: ["ignore", log, log, "pipe"],
    ...identity(account),
  });
  closeSync(log);
  // A process that could not be started has no pid; the waiting code reports that.
  child.on("error", () => {});
  const guard = child.stdio[3] as Writable;
  guard.on("error", () => {});
  child.once("exit", () => guard.end("ended\n"));
  return { child, logFrom };
}

/** Opens the log at its end, so that the next start does not erase why the last run ended. */
function openLog(file: string): { log: number; logFrom: number } {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LOG_MAX_BYTES) renameSync(file, `${file}.1`);
  return { log: openSync(file, "a", 0o600), logFrom: size > LOG_MAX_BYTES ? 0 : size };
}

async function untilReady(child: ChildProcess, location: DatabaseLocation, logFrom: number, say: (line: string) => void): Promise<void> {
  const startedAt = Date.now();
  let isSlowSaid = false;
  while ((await readPidFile(location))?.isReadyAs !== child.pid) {
    if (hasEnded(child) || child.pid === undefined) throw await startFailure(location, logFrom);
    if (!isSlowSaid && Date.now() - startedAt > SLOW_START_MS) {
      isSlowSaid = true;
      say("The database takes long to start. After a crash it recovers first, which can take some minutes.");
    }
    await wait(POLL_MS);
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/**
 * Stops a PostgreSQL that a killed shop left running on this database, and removes a crash's
 * leftovers.
 */
export async function endOrphan(location: DatabaseLocation, say: (line: string) => void): Promise<void> {
  const left = await readPidFile(location);
  if (!left) return;
  if (isPostgresOn(left.pid, location.database)) {
    say("The database was left running by a crash; it is stopped and started again.");
    for (const signal of ["SIGINT", "SIGQUIT", "SIGKILL"] as const) {
      if (await endsAfter(left.pid, signal)) break;
    }
  }
  await rm(join(location.database, "postmaster.pid"), { force: true });
}

async function endsAfter(pid: number, signal: NodeJS.Signals): Promise<boolean> {
  for (let waited = 0; waited < ORPHAN_STOP_MS; waited += POLL_MS) {
    try {
      process.kill(pid, waited === 0 ? signal : 0);
    } catch {
      return true;
    }
    await wait(POLL_MS);
  }
  return false;
}

/** A dead process's pid may have been reused: only a PostgreSQL on this very folder counts. */
function isPostgresOn(pid: number, database: string): boolean {
  const onLinux = spawnSync("cat", [`/proc/${pid}/cmdline`], { encoding: "utf8" });
  const command =
    onLinux.status === 0
      ? onLinux.stdout.replaceAll("\0", " ")
      : spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout;
  return (command ?? "").includes("postgres") && command.includes(`-D ${database}`);
}

/** PostgreSQL's pid file: its pid, and the same pid once it accepts connections. */
async function readPidFile({ database }: DatabaseLocation): Promise<{ pid: number; isReadyAs: number | null } | null> {
  const lines = (await readFile(join(database, "postmaster.pid"), "utf8").catch(() => "")).split("\n");
  const pid = Number(lines[0]);
  return pid > 0 ? { pid, isReadyAs: lines[7]?.trim() === "ready" ? pid : null } : null;
}
