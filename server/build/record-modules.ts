import { writeFile } from "node:fs/promises";
import { relative } from "node:path";
import type { Plugin } from "vite";

/** Notes in `file` which modules each script of the browser's build holds: so it can be told why a page is heavy, and whose code it fetches. */
export function noteModules(file: string): Plugin {
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
