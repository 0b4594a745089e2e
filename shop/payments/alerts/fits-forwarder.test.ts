import { expect, test } from "vitest";
import { accountFit, senderFit } from "./fits-forwarder.ts";

test.each([
  ["HDFCBK", "fits"],
  ["VM-HDFCBK-S", "fits"],
  ["ad-hdfcbk", "fits"],
  ["alerts@hdfcbank.net", "fits"],
  ["HDFC Bank <alerts@hdfcbank.net>", "fits"],
  ["HDFCBKX", "foreign"],
  ["alerts@hdfcbank.net <mallory@example.com>", "foreign"],
  ["HDFCBK <mallory@example.com>", "foreign"],
  ["My friend HDFCBK", "foreign"],
  ["+919812345678", "foreign"],
  ["", "unknown"],
  [null, "unknown"],
] as const)("[S16.1] the sender %s %s", (sender, fit) => {
  expect(senderFit(sender, ["HDFCBK", "alerts@hdfcbank.net"])).toBe(fit);
});

test.each([
  ["2536", "fits"],
  ["536", "fits"],
  ["02536", "fits"],
  ["2537", "foreign"],
  ["36", "foreign"],
  [null, "unknown"],
] as const)("[S16.3] the digits %s of an account %s", (digits, fit) => {
  expect(accountFit(digits, "2536")).toBe(fit);
});
