import { expect, test } from "vitest";
import { inOneLine, isReversal, NARRATION_MAX_LENGTH, utrIn } from "./narration.ts";

test.for([
  ["UPI-ASHA-ASHA@OKAXIS-UTIB0000123-632811223344-REQ-X", "", "632811223344"],
  ["UPI/632811223344/note/asha@okaxis/Axis Bank", "-", "632811223344"],
  ["BY TRANSFER-UPI/CR/632811223344/ASHA/UTIB/asha@oka/x", "TRANSFER FROM 4897695162094", "632811223344"],
  ["UPI/P2A/632811223344/ASHA/Axis/412345678901", "", "632811223344"],
  ["payment", "0000632811223344", "632811223344"],
  ["payment", "UPI-632811223344", "632811223344"],
  ["payment RRN632811223344", "", "632811223344"],
  ["412345678901@ybl paid 632811223344", "", "632811223344"],
  ["412345678901.shop@ybl", "", null],
  ["ICICN12026112500012345", "ICICN12026112500012345", null],
  ["to 9876543210", "000000001234", null],
  ["4.12346E+11", "", null],
] as const)("[S10.13] the UTR in %j with the reference %j is %j", ([narration, reference, utr]) => {
  expect(utrIn([narration], reference)).toBe(utr);
});

test("[S10.13] a narration over two rows may be cut inside its UTR", () => {
  expect(utrIn(["UPI/CR/6328112", "23344/ASHA"], "")).toBe("632811223344");
  expect(utrIn(["UPI/CR/632811223344", "0001/ASHA"], "")).toBe("632811223344");
});

test("[S10.13] money that comes back is told by whole words", () => {
  for (const text of ["UPI-REV-1", "UPI REVERSAL", "RVSL/1", "RETURN/1", "refund of 20-11"]) expect(isReversal(text), text).toBe(true);
  for (const text of ["UPI/REVATHI/1", "PREVIEW", "UPI-TURNER"]) expect(isReversal(text), text).toBe(false);
});

test("[S10.13] a narration is kept in one line and not longer than banks write them", () => {
  expect(inOneLine(["  UPI   CR ", "ASHA\n"])).toBe("UPI CR ASHA");
  expect(inOneLine(["x".repeat(10_000)])).toHaveLength(NARRATION_MAX_LENGTH);
});

test("[S10.13] a narration that somebody filled to slow the shop down is read at once", () => {
  expect(utrIn([`${"632811223344.".repeat(50_000)}@`], "")).toBe("632811223344");
});
