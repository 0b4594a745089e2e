import { expect, test } from "vitest";
import { isFiltered, processedAddress, readProcessedAddress } from "./processed-address.ts";

const read = (query: string) => readProcessedAddress(new URLSearchParams(query));
const everything = { search: "", status: "processed", from: null, to: null, paid: null, after: null } as const;

test("[S2.32] an address without filters shows what was approved or rejected, and so does one that says them wrongly", () => {
  expect(read("")).toEqual(everything);
  expect(read("search=&status=&from=&to=&paid=&after=")).toEqual(everything);
  expect(read("status=pending&from=yesterday&to=2026-02-30&paid=maybe")).toEqual(everything);
  expect(read("status=toString")).toEqual(everything);
  expect(isFiltered(everything)).toBe(false);
});

test("[S2.32] the address contains every filter and parses back to the same", () => {
  const address = { search: "Gold & <co>", status: "all", from: "2026-07-01", to: "2026-07-31", paid: false, after: "abc.id" } as const;
  expect(readProcessedAddress(new URL(processedAddress(address), "http://shop").searchParams)).toEqual(address);
  expect(isFiltered({ ...everything, paid: false })).toBe(true);
  expect(processedAddress(everything)).toBe("/admin/orders/processed");
});
