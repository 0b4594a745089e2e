import { expect, test } from "vitest";
import { csvLine, fromCell, toCell } from "./csv-line.ts";

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "'quoted", "\t=1", "'=1", "\r=1", "\n=1", "＝1+1", "＋1", "－1", "＠SUM(A1)"])(
  "a cell that a spreadsheet would calculate gets one sign in front: %j",
  (value) => {
    expect(fromCell(`'${value}`)).toBe(value);
    expect(toCell(value).replace(/^"/, "")).toMatch(/^'/);
  },
);

test("what begins with nothing of the kind stays as it is", () => {
  expect(toCell("ABC-1=2")).toBe("ABC-1=2");
  expect(fromCell("'tis a word of somebody else's file")).toBe("'tis a word of somebody else's file");
});

test("quotes, separators, line ends and spaces at an end are quoted", () => {
  expect(csvLine(["a", 'b "c"', "d,e", "f\ng", " h", ""])).toBe('a,"b ""c""","d,e","f\ng"," h",\r\n');
});
