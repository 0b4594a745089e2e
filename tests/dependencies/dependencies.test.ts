import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { isAllowed, licencePage, productionPackages } from "./production-packages.ts";

test("every package that the shop runs on has a licence that may be used", async () => {
  const packages = await productionPackages();
  expect(packages.length).toBeGreaterThan(100);
  expect(packages.filter(({ licence }) => !isAllowed(licence))).toEqual([]);
});

test("the shop runs on at most 170 packages, optional ones not counted", async () => {
  const needed = (await productionPackages()).filter(({ isOptional }) => !isOptional);
  expect(needed.length).toBeLessThanOrEqual(170);
});

test("a licence that asks for more, and none at all, is not among them", () => {
  for (const licence of ["GPL-3.0-only", "AGPL-3.0-or-later", "MIT AND SSPL-1.0", "UNLICENSED", "none named", ""])
    expect(isAllowed(licence), licence).toBe(false);
  for (const licence of ["MIT", "(MIT OR GPL-3.0-only)", "Apache-2.0 AND LGPL-3.0-or-later"])
    expect(isAllowed(licence), licence).toBe(true);
});

test("docs/licences.md is up to date; npm run licences writes it", async () => {
  expect(await readFile("docs/licences.md", "utf8")).toBe(licencePage(await productionPackages()));
});

test("npm run sbom lists every package that the shop runs on, from the lock file alone", async () => {
  const { scripts } = JSON.parse(await readFile("package.json", "utf8"));
  expect(scripts.audit).toContain("--audit-level high");
  const { status, stdout, stderr } = spawnSync("npm", ["run", "--silent", "sbom"], { encoding: "utf8", maxBuffer: 64_000_000 });
  expect(status, stderr).toBe(0);
  const bill = JSON.parse(stdout) as { bomFormat: string; components: { name: string; version: string; purl: string }[] };
  expect(bill.bomFormat).toBe("CycloneDX");
  const listed = new Set(bill.components.map(({ purl }) => decodeURIComponent(purl)));
  const needed = (await productionPackages()).filter(({ isOptional }) => !isOptional);
  expect(needed.map(({ name }) => name)).toEqual(expect.arrayContaining(["react", "pg", "hono", "sharp", "node"]));
  expect(needed.filter(({ name, version }) => !listed.has(`pkg:npm/${name}@${version}`))).toEqual([]);
  const known = (await productionPackages()).map(({ name, version }) => `pkg:npm/${name}@${version}`);
  expect([...listed].filter((purl) => !known.includes(purl))).toEqual([]);
});
