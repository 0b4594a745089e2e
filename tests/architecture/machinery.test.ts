import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

/** The tracked files that contain a text, except docs and this test. */
function filesWith(text: string): string[] {
  const others = [":!docs", ":!CHANGELOG.md", ":!tests/architecture/machinery.test.ts", ":!package-lock.json"];
  const { stdout } = spawnSync("git", ["grep", "-lF", "-e", text, "--", ".", ...others], { encoding: "utf8" });
  return stdout.split("\n").filter(Boolean);
}

test.each([
  ["_headerSent", "private fields of Node"],
  ["setFlagsFromString", "flags of the engine"],
  ["--semi-space", "flags of the engine"],
  ["-semi-space-size", "flags of the engine"],
  ["MALLOC_", "settings of the allocator"],
  ['emit("connection"', "events sent to a server by hand"],
  ["_getActiveQuery", "private fields of pg"],
  ["NodePgSession", "session classes of Drizzle"],
  ["NodePgTransaction", "session classes of Drizzle"],
  ["node-postgres/session", "session classes of Drizzle"],
])("no file uses %s: %s", (text) => {
  expect(filesWith(text)).toEqual([]);
});

test("no file uses `_header` of Node's answers; longer words, such as an option of Caddy, are something else", () => {
  const search = [
    "grep",
    "-lP",
    "-e",
    "(?<![\\w])_header(?!\\w)",
    "--",
    ".",
    ":!docs",
    ":!CHANGELOG.md",
    ":!tests/architecture/machinery.test.ts",
  ];
  expect(spawnSync("git", search, { encoding: "utf8" }).stdout.split("\n").filter(Boolean)).toEqual([]);
});

test("the build rewrites no file: none of its own plugins loads or transforms a module", () => {
  const search = [
    "grep",
    "-nE",
    "-e",
    "\\b(transform|load|renderChunk|transformIndexHtml)\\b *[(:{]",
    "--",
    "vite.config.ts",
    "server/build",
  ];
  expect(spawnSync("git", search, { encoding: "utf8" }).stdout.split("\n").filter(Boolean)).toEqual([]);
});

test("what React Router calls unsafe is used in one file, and in the test of its folder", () => {
  expect(filesWith("UNSAFE_")).toEqual(["web/page-scripts/page-scripts.test.tsx", "web/page-scripts/router-internals.ts"]);
});

test("no module has a WeakMap: a process's state of its database is made once, when the shop is opened", () => {
  const search = ["-lE", "-e", "^(export )?const \\w+ = new WeakMap"];
  const { stdout } = spawnSync("git", ["grep", ...search, "--", "shop", "migration", "platform", "api", "server", "web"], {
    encoding: "utf8",
  });
  expect(stdout.split("\n").filter(Boolean)).toEqual([]);
});

test("tests signal only a process that they found: the system takes 0 for the whole group, which is the test run", () => {
  const byHand = "process[.]kill[(](?!process[.]pid|-Number)";
  const { stdout } = spawnSync("git", ["grep", "-lP", byHand, "--", "tests", "bench", "*.test.ts"], { encoding: "utf8" });
  expect(stdout.split("\n").filter(Boolean)).toEqual(["tests/support/processes/processes.ts"]);
});
