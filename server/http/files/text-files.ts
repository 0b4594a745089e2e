import { createHash } from "node:crypto";
import { Hono } from "hono";
import { catalogueOf, compiledTexts, type Language, languageOf } from "#messages/languages.ts";
import type { Namespace } from "#messages/texts.ts";
import { isOfArea, textAreas } from "#web/page-texts.ts";
import { codingIn, compressPage } from "#web/rendering/compression.ts";
import type { HostEnv } from "../host-env.ts";

/**
 * `/texts/{language}/{names}`: compiled texts, of the namespaces that a page shows or of all pages
 * of the shop or the admin, which a browser loads when it leaves its first page. Kept for ever
 * under the current version, because the address of any other text has another.
 */
export function textFiles(): Hono<HostEnv> {
  const files = new Hono<HostEnv>();
  files.get("/texts/:language/:names", (c, next) => {
    const language = languageOf(c.req.param("language"));
    const namespaces = language && namespacesOf(language, c.req.param("names"));
    if (!namespaces) return next();

    const texts = Object.fromEntries(namespaces.map((namespace) => [namespace, compiledTexts(language, namespace)]));
    const coding = codingIn(c.req.header("accept-encoding") ?? "");
    if (coding) c.header("Content-Encoding", coding);
    const isCurrent = c.req.query("version") === textsVersion(language);
    return c.body(compressPage(Buffer.from(JSON.stringify(texts)), coding), 200, {
      "Content-Type": "application/json",
      "Cache-Control": isCurrent ? "public, max-age=31536000, immutable" : "no-store",
      Vary: "Accept-Encoding",
    });
  });
  return files;
}

/** A hash of all texts of a language. */
export function textsVersion(language: Language): string {
  const known = versions.get(language);
  if (known) return known;
  const version = createHash("sha256")
    .update(JSON.stringify(catalogueOf(language)))
    .digest("base64url")
    .slice(0, 12);
  versions.set(language, version);
  return version;
}
const versions = new Map<Language, string>();

/** The namespaces of an area, or those that are listed; null if one of them is unknown. */
function namespacesOf(language: Language, names: string): Namespace[] | null {
  const all = (Object.keys(catalogueOf(language)) as Namespace[]).filter((namespace) =>
    textAreas.some((area) => isOfArea(area, namespace)),
  );
  const area = textAreas.find((area) => area === names);
  if (area) return all.filter((namespace) => isOfArea(area, namespace));

  const listed = new Set(names.split(","));
  const found = all.filter((namespace) => listed.has(namespace));
  return found.length === listed.size ? found : null;
}
