import type { Plugin } from "vite";

type Module = { isEntry: boolean; code: string | null; importers: readonly string[]; dynamicImporters: readonly string[] };
type Modules = { getModuleInfo(id: string): Module | null };

/**
 * A module that at least this many storefront pages use goes into the file that every page loads.
 */
const COMMON = 3;
/**
 * So does a shared module shorter than this, in characters: a request of its own would cost more.
 */
const SMALL = 600;

/**
 * Decides which output file each browser module goes into: two for the framework (so that each is
 * compiled in a short task), one for refusals, one for every page, two for forms, one for
 * each set of pages that share modules, and one for each page. A page then loads few files and
 * little that it does not use. Admin-only modules are left to the bundler. A group
 * with a higher `priority` also takes the imports of its modules, unless an earlier group has them.
 */
export const browserChunks = [
  { name: "react", test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]/, priority: 7 },
  { name: "router", test: /[\\/]node_modules[\\/]react-router[\\/]/, priority: 6 },
  { name: "refusal", test: /[\\/]shop[\\/]refusal\.ts/, priority: 5 },
  { name: (id: string, modules: Modules) => (isOnEveryPage(id, modules) ? "every-page" : null), priority: 4 },
  // What most form actions need, in one file. A form loads it when it appears, because it must be
  // there before the connection breaks.
  { name: "network-error", test: /[\\/]web[\\/]parts[\\/]forms[\\/](?:say-or-)?network-error\.ts/, priority: 3 },
  // The admin's forms and the page of an order use it, and nothing else of each other.
  { name: "ready-forms", test: /[\\/]web[\\/]page-scripts[\\/]use-preloaded-forms\.ts/, priority: 3 },
  // The IDs of an order use it, and nothing else of the page to claim one.
  { name: "claiming", test: /[\\/]claims[\\/]claiming\.ts/, priority: 3 },
  { name: (id: string, modules: Modules) => nameOfShared(usersOf(id, modules)), priority: 2 },
  { name: (id: string, modules: Modules) => nameOfOneWithOthers(usersOf(id, modules)), priority: 1 },
  { name: (id: string, modules: Modules) => nameOfOne(usersOf(id, modules)), priority: 0 },
];

/**
 * Lets other modules import from a page's own file. Without this, the bundler splits a shared page
 * into two files, where one only re-exports the other.
 */
export function pagesInTheirChunks(): Plugin {
  const rollupOptions = { preserveEntrySignatures: "allow-extension" } as const;
  return {
    name: "pages-in-their-chunks",
    apply: "build",
    configEnvironment: (name) => (name === "client" ? { build: { rollupOptions } } : undefined),
  };
}

/**
 * Who uses a module: the storefront pages, and whether anything else does (an admin page or a
 * lazily loaded part).
 */
type Users = { pages: string[]; areOthers: boolean };

function isOnEveryPage(id: string, modules: Modules): boolean {
  const { pages } = usersOf(id, modules);
  const isCommon = pages.filter((page) => page.startsWith("storefront/")).length >= COMMON;
  const isSmall = pages.length > 1 && (modules.getModuleInfo(id)?.code ?? "").length < SMALL;
  return isCommon || isSmall || pages.includes("root") || pages.includes("entry.client");
}

function nameOfShared({ pages }: Users): string | null {
  return pages.length < 2 ? null : pages.map(shortName).join("-and-");
}

function nameOfOneWithOthers({ pages: [page, ...more], areOthers }: Users): string | null {
  return page && more.length === 0 && areOthers ? `${shortName(page)}-and-others` : null;
}

function nameOfOne({ pages: [page, ...more] }: Users): string | null {
  return page && more.length === 0 ? shortName(page) : null;
}

function shortName(page: string): string {
  return page.replace(/.*\//, "");
}

/**
 * Finds the pages that use a module, through all importers. A route that only re-exports another
 * page's component does not count. `entry.client.tsx` runs last and stays in a file of its own.
 */
function usersOf(id: string, modules: Modules): Users {
  const pages = new Set<string>();
  if (/[\\/]entry\.client\.tsx$/.test(id)) return { pages: [], areOthers: false };
  const seen = new Set([id]);
  let areOthers = false;
  for (const module of seen) {
    const info = modules.getModuleInfo(module);
    const page = info?.isEntry && /[\\/]web[\\/](.*)\.tsx(?:\?|$)/.exec(module)?.[1];
    if (page && !page.startsWith("admin")) pages.add(page.replaceAll("\\", "/"));
    areOthers ||= page ? page.startsWith("admin") : (info?.dynamicImporters.length ?? 0) > 0;
    for (const importer of info?.importers ?? []) seen.add(importer);
  }
  return { pages: [...pages].toSorted(), areOthers };
}
