import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "#platform/config.server.ts";
import { projectFolder } from "#platform/project-folder.ts";

/** How the shop was started, which decides how its operator runs a command. */
type Runner = "npm" | "systemd" | "container";

type Place = Pick<Config, "dataDir" | "databaseUrl" | "databaseOwnerUrl">;

/**
 * How this process was started. The image of `Dockerfile` lacks the launcher, and systemd gives
 * each service an INVOCATION_ID.
 */
export function findRunner(environment: Record<string, string | undefined> = process.env, project = projectFolder()): Runner {
  if (!existsSync(join(project, "start.mjs"))) return "container";
  return environment.INVOCATION_ID === undefined || environment.npm_lifecycle_event !== undefined ? "npm" : "systemd";
}

/** The steps by which an operator returns to the state before an update, from its backup. */
export function wayBack(file: string, place: Place, before: string | null, runner: Runner): string[] {
  const target = {
    ...(place.databaseUrl !== null && { DATABASE_URL: "<an empty database>" }),
    ...(place.databaseOwnerUrl !== null && { DATABASE_OWNER_URL: "<the same as its owner>" }),
    DATA_DIR: folderBeside(place.dataDir, runner),
  };
  const values = Object.entries(target).map(([name, value]) => `${name}=${value}`);
  const [stop, set] = {
    npm: ["Stop the shop", "Set"],
    systemd: ["Stop the shop with sudo systemctl stop trackside", "Write into /etc/trackside.env"],
    container: ["Stop the shop with docker compose stop shop", "Write into .env"],
  }[runner];
  const rebuilt = runner === "container" ? ", and run docker compose build shop" : "";
  return [
    `  1. ${stop}, and go back to ${inWords(before)}${rebuilt}.`,
    `  2. Restore the backup into a new place: ${restoring(file, values, runner)}`,
    `  3. ${set} ${values.join(" and ")}, and start the shop. It has nothing that happened after the update.`,
  ];
}

/** A container may write only into its data folder. */
function folderBeside(dataDir: string, runner: Runner): string {
  return runner === "container" ? join(dataDir, "before-update") : `${dataDir}-before-update`;
}

function restoring(file: string, values: string[], runner: Runner): string {
  const quoted = values.map((value) => (value.includes(" ") ? `"${value}"` : value));
  if (runner === "systemd") return `sudo ${quoted.join(" ")} trackside restore ${file}`;
  if (runner === "npm") return `${quoted.join(" ")} npm run shop -- restore ${file}`;
  return `docker compose run --rm ${quoted.map((value) => `-e ${value}`).join(" ")} shop node server/shop.ts restore ${file}`;
}

/** The version to go back to, with the command that brings it. */
export function inWords(version: string | null): string {
  const [, commit] = /, commit (\w+)$/.exec(version ?? "") ?? [];
  if (version === null) return "the previous version";
  return `the previous version (${version}${commit === undefined ? "" : `: git checkout ${commit}`})`;
}
