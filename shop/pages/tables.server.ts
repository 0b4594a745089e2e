import { integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { at } from "#platform/database/column-types.server.ts";
import { type PageText, pageSlugs } from "./page.ts";

/** The owner's pages, one row per language. [S10.14] */
export const pages = pgTable(
  "pages",
  {
    slug: text("slug", { enum: pageSlugs }).notNull(),
    language: text("language").notNull(),
    title: text("title").notNull(),
    /** Sanitized HTML. */
    html: text("html").notNull(),
    /** Null for a draft. */
    publishedAt: at("published_at"),
    updatedAt: at("updated_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.slug, table.language] })],
);

/** The published versions of the terms; the one in force has no `endedAt`. */
export const termsVersions = pgTable("terms_versions", {
  number: integer("number").primaryKey(),
  /** The texts by language. */
  texts: jsonb("texts").$type<Record<string, PageText>>().notNull(),
  publishedAt: at("published_at").notNull(),
  endedAt: at("ended_at"),
});
