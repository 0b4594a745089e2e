import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, extname, join, relative, sep } from "node:path";

type Coding = "br" | "gzip";
type Asset = { type: string; etag: string | null; cacheControl: string; bytes: Bytes; coded: Partial<Record<Coding, Bytes>> };
type Bytes = Uint8Array<ArrayBuffer>;

/** The files of the browser's build, held in memory with their compressed twins. */
export type StaticAssets = { find(request: Request, path: string): Response | null };

/** Reads the build of the browser's files; a folder that is not there holds none. What never changes is not asked for again: it needs no ETag. */
export function openStaticAssets(folder: string | null = findBuild()): StaticAssets {
  const assets = folder === null ? new Map<string, Asset>() : readFolder(folder);
  return {
    find(request, path) {
      const asset = assets.get(path);
      return asset && (request.method === "GET" || request.method === "HEAD") ? answer(request, asset) : null;
    },
  };
}

function answer(request: Request, asset: Asset): Response {
  const headers = new Headers({ "Content-Type": asset.type, "Cache-Control": asset.cacheControl, Vary: "Accept-Encoding" });
  if (asset.etag) headers.set("ETag", asset.etag);
  if (asset.etag && request.headers.get("if-none-match")?.includes(asset.etag)) return new Response(null, { status: 304, headers });

  const accepted = request.headers.get("accept-encoding") ?? "";
  const coding = (["br", "gzip"] as const).find(
    (name) => asset.coded[name] && new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accepted),
  );
  const bytes = (coding && asset.coded[coding]) ?? asset.bytes;
  if (coding) headers.set("Content-Encoding", coding);
  headers.set("Content-Length", String(bytes.length));
  return new Response(request.method === "HEAD" ? null : bytes, { headers });
}

function readFolder(folder: string): Map<string, Asset> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith(".")).map((entry) => join(entry.parentPath, entry.name));
  const known = new Set(files);
  const plain = files.filter((file) => !isTwin(file, known));
  return new Map(plain.map((file) => [pathOf(folder, file), readAsset(folder, file, known)]));
}

function isTwin(file: string, known: Set<string>): boolean {
  return /\.(br|gz)$/.test(file) && known.has(file.replace(/\.(br|gz)$/, ""));
}

function pathOf(folder: string, file: string): string {
  return `/${relative(folder, file).split(sep).join("/")}`;
}

function readAsset(folder: string, file: string, known: Set<string>): Asset {
  const bytes = read(file);
  const coded: Asset["coded"] = {};
  if (known.has(`${file}.br`)) coded.br = read(`${file}.br`);
  if (known.has(`${file}.gz`)) coded.gzip = read(`${file}.gz`);
  const isForever = pathOf(folder, file).startsWith("/assets/");
  return {
    type: types[extname(file)] ?? "application/octet-stream",
    etag: isForever ? null : `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`,
    cacheControl: isForever ? "public, max-age=31536000, immutable" : "public, max-age=3600",
    bytes,
    coded,
  };
}

function read(file: string): Bytes {
  return new Uint8Array(readFileSync(file));
}

/** A script is a module, which is always UTF-8. */
const types: Record<string, string> = {
  ".js": "text/javascript",
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".webp": "image/webp",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".txt": "text/plain; charset=utf-8",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
};

/** The build lies in the project's `build/client`; the bundle runs from below the same project. */
function findBuild(): string | null {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder)) {
    const candidate = join(folder, "build/client");
    if (existsSync(candidate)) return candidate;
  }
  return null;
}
