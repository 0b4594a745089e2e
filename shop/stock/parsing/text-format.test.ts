import { expect, test } from "vitest";
import { formatOf, needsPreview } from "./text-format.ts";

const tableOf = (text: string) => formatOf(text).table;

test("[S5.11] a text with a header is a table, by tab, comma, semicolon or pipe", () => {
  for (const separator of ["\t", ",", ";", "|"]) {
    const text = `${["User ID", "Password", "Mail"].join(separator)}\n${["RAIL_1", "pw 1", "a@b.in"].join(separator)}`;
    expect(tableOf(text), separator).toEqual({
      separator,
      names: ["User ID", "Password", "Mail"],
      hasHeader: true,
      suggested: [0, 1, 2],
    });
  }
});

test("[S5.11] a header is found without data, over uneven rows, over one column, and in an unknown language", () => {
  expect(tableOf("User ID\tPassword")).toMatchObject({ hasHeader: true });
  expect(tableOf("User ID,Password,Note\nA1,x\nA2,y,sold, but fine")).toMatchObject({ separator: ",", hasHeader: true });
  for (const name of ["User ID", "ID", "IDs", "Account IDs", "username", "E-Mail", "userId", "Serial No."])
    expect(tableOf(`${name}\nRAIL_1\nRAIL_2`), name).toMatchObject({ hasHeader: true, names: [name], suggested: [0] });
  expect(tableOf("Benutzer;Kennwort\nR1;x\nR2;y")).toMatchObject({ hasHeader: true });
  expect(tableOf("उपयोगकर्ता\tपासवर्ड\nR1\tx\nR2\ty")).toMatchObject({ hasHeader: true });
  expect(tableOf("Bestellnummer\nR1\nR2")).toMatchObject({ hasHeader: true });
});

test("[S5.11] a header is found in capitals, Hindi and other scripts, with brackets, unknown words and one row, and behind a line that nobody sees", () => {
  for (const name of [
    "IRCTC ID",
    "IRCTC USER ID",
    "Blue Line User ID",
    "User ID (10 digits)",
    "Ｕｓｅｒ ＩＤ",
    "User\u00a0ID",
    "Customer ID",
    "List of IDs",
    "आईडी",
    "यूज़र आईडी",
    "उपयोगकर्ता आईडी",
    "पासवर्ड",
    "ಬಳಕೆದಾರ",
    "ব্যবহারকারী",
    "用户名",
    "Benutzername",
    "Contraseña",
  ]) {
    expect(tableOf(`${name}\nRAIL_1`), name).toMatchObject({ hasHeader: true, suggested: [0] });
    expect(tableOf(`${name}\nalpha\nbeta`), name).toMatchObject({ hasHeader: true });
    for (const unseen of ["\u200b", "\ufeff", "\u00a0", " \u00ad "])
      expect(tableOf(`${unseen}\n${name}\nRAIL_1`), name).toMatchObject({ hasHeader: true, names: [name] });
  }
  expect(tableOf("यूजर नेम\tपासवर्ड\nRAIL_1\tx")).toMatchObject({ hasHeader: true });
});

test("[S5.11] the name of a column has to be seen wherever it stands", () => {
  for (const text of ["Sheet1\nUser ID\nRAIL_1", "RAIL_1\nRAIL_2\nUser ID\nRAIL_3", "RAIL_1\u2028Login ID", "RAIL_1\rPassword"]) {
    expect(formatOf(text), text).toMatchObject({ names: 1 });
    expect(needsPreview(formatOf(text)), text).toBe(true);
  }
});

test("[S5.11] a number of cells that is the same in every row is a table, and so is any tab", () => {
  expect(tableOf("RAIL_1|pw1\nRAIL_2|pw2\n")).toEqual({ separator: "|", names: ["RAIL_1", "pw1"], hasHeader: false, suggested: [0, 1] });
  expect(tableOf("RAIL_1\tpw1")).toMatchObject({ separator: "\t", hasHeader: false });
  expect(tableOf("RAIL_1\nRAIL_2\tpw2")).toMatchObject({ separator: "\t", hasHeader: false });
  expect(tableOf("sep=;\nA1\nA2")).toMatchObject({ separator: ";", names: ["A1"] });
  expect(tableOf("sep=^\r\nUser^Pass\r\na^b")).toMatchObject({ separator: "^", names: ["User", "Pass"], hasHeader: true });
  expect(tableOf("sep=,")).toMatchObject({ separator: "," });
});

test("[S5.11] a column without a name counts, and a separator at the end of every row begins none", () => {
  expect(tableOf('Code;"Code; old";\r\nc1;c2;c3\r\n')).toMatchObject({ names: ["Code", "Code; old", ""] });
  expect(tableOf("User;Password;\na;b;\nc;d;")).toMatchObject({ names: ["User", "Password"] });
});

test("[S5.11] of a table with a column that is called ID this one is meant, as in the import; what is beside the point is not", () => {
  expect(tableOf("Nr,Account ID,Mail\n1,A1,x@y")).toMatchObject({ suggested: [1] });
  expect(tableOf("S No,User,Password,Date\n1,A1,x,2024-01-01")).toMatchObject({ suggested: [1, 2] });
});

test("[S5.11] a plain list of IDs is no table, whatever signs single lines hold", () => {
  for (const text of [
    "",
    "RAIL_1",
    "RAIL_1\nRAIL_2\nRAIL_3",
    "user1:pass1:mail\nuser2:pass2:mail",
    "alpha\nbeta\ngamma",
    "ALPHA\nB-1\nB-2",
    "RAIL_1\nRAIL,2\nRAIL_3",
    "RAIL 1\nRAIL 2",
    "key-1\nkey-2",
    "12345678901234567890",
    "5E3\n7E1",
    "- \n-",
  ])
    expect(needsPreview(formatOf(text)), JSON.stringify(text)).toBe(false);
});

test("[S5.11] numbering, points, quotes, lists in one line and cut numbers have to be seen first", () => {
  for (const text of [
    "1. RAIL_1",
    "1. A\n2. B",
    "1) A\n2) B",
    "(1) A\n(2) B",
    "• A\n• B",
    "- A\n- B",
    "1 - A\n2 - B",
    "1.A\n2.B",
    "1 A\n2 B",
    "1.) A",
    "१. A\n२. B",
    "① A",
    "> A",
  ])
    expect(formatOf(text), text).toMatchObject({ isDecorated: true });
  for (const text of ['"A1"', "A1\n'A2'", "“A1”\n“A2”", '"A1",\n"A2",']) expect(formatOf(text), text).toMatchObject({ isDecorated: true });
  for (const text of ["A1, A2, A3", "A1,A2", "A1,\nA2,\nA3", '["A1", "A2"]', "A1, A2, A3, A4\nA5"])
    expect(formatOf(text), text).toMatchObject({ listSeparator: "," });
  expect(formatOf("A1; A2; A3")).toMatchObject({ listSeparator: ";" });
  expect(formatOf("A1，A2")).toMatchObject({ listSeparator: "，" });
  expect(formatOf("A1、A2、A3")).toMatchObject({ listSeparator: "、" });
  for (const text of ["1-A\n3-B", "10 A\n11 B", "2.A"]) expect(formatOf(text), text).toMatchObject({ isDecorated: false });
  for (const cut of ["1.23457E+15", "1,23457E+15", "1e+20", "-4.1E+12", "1.23457e15", "1.2E+5", '"1.23457E+15"'])
    expect(formatOf(`A1\n${cut}\nA2`), cut).toMatchObject({ rounded: 1 });
});
