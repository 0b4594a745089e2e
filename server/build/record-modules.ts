import { writeFile } from "node:fs/promises";
import { relative } from "node:path";
import type { Plugin } from "vite";

/**
 * Writes to `file` which modules each script of the browser build contains, so that the size of a
 * page can be traced to its modules.
 */
export function recordModules(file: string): Plugin {
  return {
    name: "note-modules",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    async writeBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
      const modules = chunks.map(({ fileName, modules }) => {
        const held = Object.entries(modules).filter(([, { renderedLength }]) => renderedLength > 0);
        return [`/${fileName}`, held.map(([id]) => relative(this.environment.config.root, id.replace(/\?.*/, "")).replaceAll("\\", "/"))];
      });
      await writeFile(file, JSON.stringify(Object.fromEntries(modules), null, 1));
    },
  };
}
