import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The folder that the project lies in: the sources run from one place below it, and the bundle from another. */
export function projectFolder(): string {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, "platform/database/migrations"))) return folder;
  }
  throw new Error("platform/database/migrations is missing");
}
