import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compressAssets } from "./compress-assets.ts";
import { openStaticAssets, type StaticAssets } from "./static-assets.ts";

const script = "export const text = 'a'.repeat(100);\n".repeat(50);
let folder: string;
let assets: StaticAssets;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "trackside-assets-"));
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "assets/root-abc.js"), script);
  await writeFile(join(folder, "robots.txt"), "User-agent: *\n");
  await writeFile(join(folder, "picture.png"), "png");
  await mkdir(join(folder, ".vite"));
  await writeFile(join(folder, ".hidden"), "");
  await compressAssets(folder);
  assets = openStaticAssets(folder);
});
afterAll(() => rm(folder, { recursive: true }));

const find = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  assets.find(new Request(`http://localhost${path}`, { method, headers }), path);

test("a script comes in the smallest form that the browser reads, and for ever", async () => {
  const brotli = find("/assets/root-abc.js", { "accept-encoding": "gzip, deflate, br" });
  expect(brotli?.headers.get("content-encoding")).toBe("br");
  expect(brotli?.headers.get("cache-control")).toContain("immutable");
  expect(brotli?.headers.get("content-type")).toBe("text/javascript");
  expect(brotli?.headers.has("etag")).toBe(false);
  expect(brotliDecompressSync(Buffer.from((await brotli?.arrayBuffer()) ?? new ArrayBuffer())).toString()).toBe(script);

  const gzip = find("/assets/root-abc.js", { "accept-encoding": "gzip, br;q=0" });
  expect(gzip?.headers.get("content-encoding")).toBe("gzip");
  expect(gunzipSync(Buffer.from((await gzip?.arrayBuffer()) ?? new ArrayBuffer())).toString()).toBe(script);

  const plain = find("/assets/root-abc.js");
  expect(plain?.headers.get("content-encoding")).toBeNull();
  expect(await plain?.text()).toBe(script);
});

test("a file whose name does not change is asked for again, and not sent twice", () => {
  const first = find("/robots.txt");
  expect(first?.headers.get("cache-control")).toBe("public, max-age=3600");
  const again = find("/robots.txt", { "if-none-match": first?.headers.get("etag") ?? "" });
  expect([again?.status, again?.body]).toEqual([304, null]);
});

test("HEAD is answered without the file, other methods and other paths not at all", async () => {
  const head = find("/picture.png", {}, "HEAD");
  expect([head?.headers.get("content-length"), await head?.text()]).toEqual(["3", ""]);
  for (const path of ["/", "/assets", "/assets/root-abc.js.br", "/../package.json", "/assets/../robots.txt", "/.hidden"])
    expect(find(path)).toBeNull();
  expect(find("/robots.txt", {}, "POST")).toBeNull();
});

test("without a build there are no files", () => {
  expect(openStaticAssets(null).find(new Request("http://localhost/robots.txt"), "/robots.txt")).toBeNull();
});
