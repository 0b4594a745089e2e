import { createRequire } from "node:module";
import { projectFolder } from "../project-folder.ts";

type Library = typeof import("graphile-worker");

let loaded: Library | null = null;

/**
 * Loads graphile-worker without its search for a configuration. When it is loaded, it looks for
 * files such as `.graphile-workerrc.js` in the current folder and in all above, fails on one it may
 * not read, and runs one it finds with the shop's rights. So it is loaded from the project's
 * folder, whose `package.json` says that there are no such files (`cosmiconfig.searchPlaces`).
 * `require` loads it at once, so nothing else sees the changed folder.
 */
export function jobLibrary(): Library {
  loaded ??= inFolder(projectFolder(), () => createRequire(import.meta.url)("graphile-worker") as Library);
  return loaded;
}

function inFolder<T>(folder: string, work: () => T): T {
  const before = process.cwd();
  process.chdir(folder);
  try {
    return work();
  } finally {
    returnTo(before);
  }
}

/**
 * Goes back to the folder in which the command was given. A user who may not enter it, such as
 * root's home, could not have named a file there either, and stays in the project's.
 */
function returnTo(folder: string): void {
  try {
    process.chdir(folder);
  } catch {}
}
