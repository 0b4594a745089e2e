import { expect, test } from "vitest";
import { idsQuery, idsTextPath, readIdsAddress } from "./product-ids-address.ts";

test("[S2.35] the viewer's address contains what is shown and parses back to the same", () => {
  const address = { state: "withdrawn", search: "rail & co", isPart: true, after: "17" } as const;
  expect(readIdsAddress(new URLSearchParams(idsQuery(address)))).toEqual(address);
  expect(idsQuery(readIdsAddress(new URLSearchParams("state=nonsense&search=%20")))).toBe("");
});

test("[S2.35] the text has what the page shows, from its beginning", () => {
  expect(idsTextPath("-O/K", { state: "available", search: "a b" })).toBe("/admin/products/-O%2FK/ids.txt?state=available&search=a+b");
});
