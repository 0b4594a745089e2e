import { expect, test } from "vitest";
import { readMessageAbout } from "./message-about.ts";

test.each([
  ["order=REQ-MJUJ7Z40", "REQ-MJUJ7Z40"],
  ["order=req-mjuj7z40&lang=hi", "REQ-MJUJ7Z40"],
  ["order=%3Cscript%3E", null],
  [`order=${"REQ-1".repeat(50)}`, null],
  ["order=", null],
  ["", null],
])("[S2.27] the address %j names the order %j", (search, code) => {
  expect(readMessageAbout(new URLSearchParams(search))).toBe(code);
});
