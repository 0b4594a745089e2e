import { expect, test } from "vitest";
import { textsIn } from "#messages/languages.ts";
import { downloadedTables } from "#shop/rows/exported-tables.ts";
import { tables } from "./table-texts.ts";

test("the page offers every table that can be downloaded, in the words of the export itself", () => {
  const texts = textsIn("en", "adminExport");
  expect(tables.map(({ name, title, means }) => ({ name, title: texts(title), means: texts(means) }))).toEqual(
    downloadedTables.map(({ name, title, means }) => ({ name, title, means })),
  );
});
