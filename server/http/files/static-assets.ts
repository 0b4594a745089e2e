import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { etag } from "hono/etag";
import type { HostEnv, HostMiddleware } from "../host-env.ts";

/**
 * Serves the browser build, in the compressed form that `compressAssets` wrote. Files below
 * `/assets/` have a hash in their name and are cached for ever; others for an hour, then
 * revalidated by ETag. A missing folder counts as empty.
 */
export function staticAssets(folder: string | null = findBuild()): Hono<HostEnv> {
  const assets = new Hono<HostEnv>();
  if (folder === null) return assets;

  const serve = serveStatic<HostEnv>({ root: folder, precompressed: true });
  const entries = readdirSync(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile() && !/^\.|\.(br|gz)$/.test(entry.name)).map(({ name }) => name);
  assets.get("/assets/*", cachedFor("public, max-age=31536000, immutable"), serve);
  for (const name of names) assets.get(`/${name}`, etag(), cachedFor("public, max-age=3600"), serve);
  return assets;
}

function cachedFor(cacheControl: string): HostMiddleware {
  return async (c, next) => {
    await next();
    if (c.res.status === 200) c.header("Cache-Control", cacheControl);
  };
}

/** Finds the project's `build/client`, from the sources and from the bundle. */
function findBuild(): string | null {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder)) {
    const candidate = join(folder, "build/client");
    if (existsSync(candidate)) return candidate;
  }
  return null;
}
