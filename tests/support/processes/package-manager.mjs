import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** The first package manager of these that the machine has; undefined if it has none. */
export function packageManagerAmong(names) {
  return names.find((name) => inPath(name).some(canRun));
}

/** Where a program would be, in each folder of PATH. */
export function inPath(name) {
  return (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, name));
}

/** Whether this file can be executed. */
export function canRun(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
