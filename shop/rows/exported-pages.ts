import { column, type ExportedTable } from "./exported-column.ts";

/** The owner's pages as exported. [S10.14] */
export const pages: ExportedTable = {
  name: "pages",
  title: "Pages",
  table: "pages",
  isInner: true,
  key: { column: "slug || '/' || t.language", type: "text" },
  means: "The pages that the owner wrote, each in each language.",
  columns: [
    column("text", "slug", "terms, privacy, refunds, delivery or about: its address."),
    column("text", "language", "The language of the text, such as hi."),
    column("text", "title", "Its title."),
    column("text", "html", "HTML, as visitors see it."),
    column("time", "publishedAt", "Since when visitors see this text; empty: they do not."),
    column("time", "updatedAt", "When it was last changed."),
  ],
};

/** The published versions of the terms as exported. [S10.14] */
export const termsVersions: ExportedTable = {
  name: "terms-versions",
  title: "Versions of the terms",
  table: "terms_versions",
  isInner: true,
  key: { column: "number", type: "bigint" },
  means: "Every version of the terms that was published, because orders name the one they were placed under.",
  columns: [
    column("number", "number", "Its number, from 1."),
    column("object", "texts", "Title and HTML in each language."),
    column("time", "publishedAt", "When it was published."),
    column("time", "endedAt", "When another took its place or it was withdrawn; empty: it is in force."),
  ],
};
