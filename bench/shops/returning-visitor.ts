import { readdirSync } from "node:fs";

/** The stylesheets of the build: of the shop's pages, and of all pages. */
type Sheet = "shop" | "app";

/** The cookie of a browser that has a stylesheet in its cache: its pages link to the file. */
export function stylesCookie(sheet: Sheet): string {
  const file = readdirSync("build/client/assets").find((name) => name.startsWith(`${sheet}-`) && name.endsWith(".css"));
  if (file === undefined) throw new Error(`the build has no stylesheet ${sheet}`);
  return `styles=${file}`;
}
