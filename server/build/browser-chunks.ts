import type { Plugin } from "vite";

type Module = { isEntry: boolean; code: string | null; importers: readonly string[]; dynamicImporters: readonly string[] };
type Modules = { getModuleInfo(id: string): Module | null };

/** What so many pages of the storefront use is fetched with what all of them use. */
const COMMON = 3;
/** So do parts that two pages share and that are shorter, in characters: to ask for one of them weighs more than it does. */
const SMALL = 600;

/**
 * Into which files of the browser's build modules go: two for the framework, so that each is made ready in a short task of its own, one for the sentences,
 * one for what every page has, one for what the actions of most forms need, one for each set of shop pages that share something, and one for each page. So a
 * page fetches few files, and hardly anything that it does not use. What only the admin uses is left to the bundler. The earlier a group, the more it weighs:
 * each takes along what its modules import, as far as no earlier one has it.
 */
export const browserChunks = [
  { name: "react", test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]/, priority: 7 },
  { name: "router", test: /[\\/]node_modules[\\/]react-router[\\/]/, priority: 6 },
  { name: "catalogue", test: /[\\/]shop[\\/](?:messages|refusal)\.ts/, priority: 5 },
  { name: (id: string, modules: Modules) => (isOnEveryPage(id, modules) ? "every-page" : null), priority: 4 },
  // What the actions of most forms need, in one file: it is fetched when a form appears, and has to be there before the connection breaks.
  { name: "unreached", test: /[\\/]web[\\/]parts[\\/](?:say-)?or-unreached\.ts/, priority: 3 },
  { name: (id: string, modules: Modules) => nameOfShared(usersOf(id, modules)), priority: 2 },
  { name: (id: string, modules: Modules) => nameOfOneWithOthers(usersOf(id, modules)), priority: 1 },
  { name: (id: string, modules: Modules) => nameOfOne(usersOf(id, modules)), priority: 0 },
];

/** Lets the file that holds a page be the page's own, although others take something from it, too: else it were two, of which one only names the other. */
export function pagesInTheirChunks(): Plugin {
  const rollupOptions = { preserveEntrySignatures: "allow-extension" } as const;
  return {
    name: "pages-in-their-chunks",
    apply: "build",
    configEnvironment: (name) => (name === "client" ? { build: { rollupOptions } } : undefined),
  };
}

/** Who uses a module: the shop's pages, and whether anything else does, a page of the admin or a part that comes later. */
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

/** A route without a page of its own shows that of another: it counts for nothing. What wakes the page up runs last, so it stays by itself. */
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
