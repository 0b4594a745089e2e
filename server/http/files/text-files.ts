import { createHash } from "node:crypto";
import { Hono } from "hono";
import { compress } from "hono/compress";
import { catalogueOf, compiledTexts, type Language, languageOf } from "#messages/languages.ts";
import type { Namespace } from "#messages/texts.ts";
import { isOfArea, type TextArea, textAreas } from "#web/page-texts.ts";
import type { HostEnv } from "../host-env.ts";

/**
 * `/texts/{language}/{area}`: the compiled texts of the shop's or the admin's pages. A browser
 * loads them when it leaves the page with which its first texts came, and keeps them as long as the
 * version in the address is the current one.
 */
export function textFiles(): Hono<HostEnv> {
  const files = new Hono<HostEnv>();
  files.get("/texts/:language/:area", compress(), (c, next) => {
    const language = languageOf(c.req.param("language"));
    const area = textAreas.find((area) => area === c.req.param("area"));
    if (!language || !area) return next();
    const isCurrent = c.req.query("version") === textsVersion(language);
    return c.json(textsOfArea(language, area), 200, {
      "Cache-Control": isCurrent ? "public, max-age=31536000, immutable" : "no-store",
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

function textsOfArea(language: Language, area: TextArea) {
  const namespaces = (Object.keys(catalogueOf(language)) as Namespace[]).filter((namespace) => isOfArea(area, namespace));
  return Object.fromEntries(namespaces.map((namespace) => [namespace, compiledTexts(language, namespace)]));
}
