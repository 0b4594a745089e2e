type Module = { isEntry: boolean; importers: readonly string[] };
type Modules = { getModuleInfo(id: string): Module | null };

/** What so many pages of the storefront use is fetched with what all of them use. */
const COMMON = 3;

/**
 * Into which files of the browser's build modules go: one for the framework, one for what every page has, and one for each set of shop pages that
 * share something. So a page fetches few files, and hardly anything that it does not use. What one page uses alone, or only the admin, is left to
 * the bundler. The earlier a group, the more it weighs: each takes along what its modules import, as far as no earlier one has it.
 */
export const browserChunks = [
  { name: "framework", test: /[\\/]node_modules[\\/](?:react|react-dom|react-router|scheduler)[\\/]|rolldown[\\/]runtime/, priority: 4 },
  { name: "catalogue", test: /[\\/]shop[\\/](?:messages|refusal)\.ts/, priority: 3 },
  { name: (id: string, modules: Modules) => (isOnEveryPage(shopPagesWith(id, modules)) ? "every-page" : null), priority: 2 },
  { name: (id: string, modules: Modules) => nameOf(shopPagesWith(id, modules)), priority: 1 },
];

function isOnEveryPage(pages: string[]): boolean {
  const isCommon = pages.filter((page) => page.startsWith("storefront/")).length >= COMMON;
  return isCommon || pages.includes("root") || pages.includes("entry.client");
}

function nameOf(pages: string[]): string | null {
  return pages.length < 2 ? null : pages.map((page) => page.replace(/.*\//, "")).join("-and-");
}

/** The pages of the shop whose own file brings the module along. A route without a page of its own shows that of another. */
function shopPagesWith(id: string, modules: Modules): string[] {
  const pages = new Set<string>();
  if (modules.getModuleInfo(id)?.isEntry) return [];
  const seen = new Set([id]);
  for (const module of seen) {
    const info = modules.getModuleInfo(module);
    const page = info?.isEntry && /[\\/]web[\\/](.*)\.tsx(?:\?|$)/.exec(module)?.[1];
    if (page && !page.startsWith("admin")) pages.add(page.replaceAll("\\", "/"));
    for (const importer of info?.importers ?? []) seen.add(importer);
  }
  return [...pages].toSorted();
}
