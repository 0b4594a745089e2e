import { join } from "node:path";
import type { Config } from "@react-router/dev/config";
import { compressAssets } from "./server/build/compress-assets.ts";

export default {
  appDirectory: "web",
  buildDirectory: "build",
  serverBuildFile: "main.js",
  buildEnd: ({ reactRouterConfig }) => compressAssets(join(reactRouterConfig.buildDirectory, "client")),
} satisfies Config;
