import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** Finds the project's folder, from the sources and from the bundle. */
export function projectFolder(): string {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, "platform/database/migrations"))) return folder;
  }
  throw new Error("platform/database/migrations is missing");
}
