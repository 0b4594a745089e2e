import { expect, test } from "vitest";
import { linksOf, written } from "#tests/support/web/render.tsx";
import { ErrorPage } from "./error-page.tsx";

const linksAt = (status: number) => {
  const error = { status, statusText: "", internal: false, data: { sentence: "It did not work." } };
  return linksOf(written(<ErrorPage error={error} sentence="It did not work." />, { path: "/product/one?lang=hi" }));
};

test("[S8.4] a page that failed for a time has a button that loads it again, and one that is not there has none", () => {
  for (const status of [429, 500, 503]) expect(linksAt(status)[0]).toEqual(["Try again", "/product/one?lang=hi"]);
  for (const status of [401, 404, 405]) expect(linksAt(status).map(([words]) => words)).not.toContain("Try again");
});
