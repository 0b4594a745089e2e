import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("the image has every folder that the shop's commands run from", () => {
  const image = readFileSync("Dockerfile", "utf8");
  const copied = [...image.matchAll(/^COPY --from=build \S+\/(\w+) \.\/\w+$/gm)].map(([, folder]) => folder);
  const files = globSync("{messages,shop,platform,migration,server/commands}/**/*.ts").filter((file) => !file.endsWith(".test.ts"));
  expect(files.length).toBeGreaterThan(400);
  const imported = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/^(?:import|export) (?!type )[^;]*?from "#(\w+)\//gm)].map(([, folder]) => folder),
  );
  expect([...new Set(imported)].filter((folder) => !copied.includes(folder))).toEqual([]);
});
