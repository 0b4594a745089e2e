import { expect, test } from "vitest";
import { isGstin } from "./gstin.ts";

test("[S10.15] a GSTIN is recognized by its shape and its checksum", () => {
  for (const gstin of ["27AAPFU0939F1ZV", "29AAGCB7383J1Z4", "24AAACC1206D1ZM"]) expect(isGstin(gstin), gstin).toBe(true);
  for (const wrong of [
    "",
    "27AAPFU0939F1ZW",
    "27AAPFU0993F1ZV",
    "27aapfu0939f1zv",
    "27AAPFU0939F1Z",
    " 27AAPFU0939F1ZV",
    "AAAPFU0939F1ZV27",
  ])
    expect(isGstin(wrong), wrong).toBe(false);
});
