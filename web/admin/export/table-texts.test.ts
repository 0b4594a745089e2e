import { expect, test } from "vitest";
import { downloadedTables } from "#shop/rows/exported-tables.server.ts";
import { tables } from "./table-texts.ts";

test("the page offers every table that can be downloaded", () => {
  const names = (of: readonly { name: string }[]) => of.map(({ name }) => name).sort();
  expect(names(tables)).toEqual(names(downloadedTables));
});
