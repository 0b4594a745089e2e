import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compressAssets } from "#server/build/compress-assets.ts";
import { staticAssets } from "./static-assets.ts";

const script = "export const text = 'a'.repeat(100);\n".repeat(50);
let folder: string;
let find: (path: string, headers?: Record<string, string>, method?: string) => Promise<Response>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "trackside-assets-"));
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "assets/root-abc.js"), script);
  await writeFile(join(folder, "robots.txt"), "User-agent: *\n");
  await writeFile(join(folder, "picture.png"), "png");
  await mkdir(join(folder, ".vite"));
  await writeFile(join(folder, ".hidden"), "");
  await compressAssets(folder);
  const assets = staticAssets(folder);
  find = async (path, headers = {}, method = "GET") => assets.request(path, { method, headers });
});
afterAll(() => rm(folder, { recursive: true }));

test("a script comes in the smallest form that the browser reads, and for ever", async () => {
  const brotli = await find("/assets/root-abc.js", { "accept-encoding": "gzip, deflate, br" });
  expect(brotli.headers.get("content-encoding")).toBe("br");
  expect(brotli.headers.get("cache-control")).toContain("immutable");
  expect(brotli.headers.get("vary")).toBe("Accept-Encoding");
  expect(brotli.headers.get("content-type")).toMatch(/^text\/javascript/);
  expect(brotliDecompressSync(Buffer.from(await brotli.arrayBuffer())).toString()).toBe(script);

  const gzip = await find("/assets/root-abc.js", { "accept-encoding": "gzip, br;q=0" });
  expect(gzip.headers.get("content-encoding")).toBe("gzip");
  expect(gunzipSync(Buffer.from(await gzip.arrayBuffer())).toString()).toBe(script);

  const plain = await find("/assets/root-abc.js");
  expect(plain.headers.get("content-encoding")).toBeNull();
  expect(await plain.text()).toBe(script);
});

test("a file whose name does not change is asked for again, and not sent twice", async () => {
  const first = await find("/robots.txt");
  expect(first.headers.get("cache-control")).toBe("public, max-age=3600");
  const again = await find("/robots.txt", { "if-none-match": first.headers.get("etag") ?? "" });
  expect([again.status, await again.text()]).toEqual([304, ""]);
});

test("HEAD is answered without the file, other methods and other paths not at all", async () => {
  const head = await find("/picture.png", {}, "HEAD");
  expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, "3", ""]);
  for (const path of [
    "/",
    "/assets",
    "/../package.json",
    "/assets/../.hidden",
    "/assets/%2e%2e/.hidden",
    "/.hidden",
    "/.vite",
    "/robots.txt.br",
  ])
    expect((await find(path)).status, path).toBe(404);
  expect((await find("/robots.txt", {}, "POST")).status).toBe(404);
});

test("without a build there are no files", async () => {
  expect((await staticAssets(null).request("/robots.txt")).status).toBe(404);
});
