import { expect, test } from "vitest";
import { ADDED_TEXT_MAX_LENGTH } from "#shop/catalogue/constants.ts";
import { parsed } from "#shop/parse.ts";
import { english } from "#tests/support/english.ts";
import { IdsFile, withFile } from "./ids-file.ts";
import { readGivenIds } from "./read-given-ids.server.ts";

async function valuesOf(bytes: Uint8Array<ArrayBuffer>, ids = "") {
  const form = await withFile({ ids, idsFile: new File([bytes], "ids.txt") });
  const lines = form.ok ? await readGivenIds(form.value) : form;
  return lines.ok ? lines.value.map(({ value }) => value) : lines.code;
}
const utf8 = (text: string) => new Uint8Array(Buffer.from(text));
const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, "utf16le"));

test("[S5.8] the lines of a file come after those that were pasted, however its editor wrote it", async () => {
  expect(await valuesOf(utf8("three\r\nfour\r\n"), "one\ntwo")).toEqual(["one", "two", "three", "four"]);
  expect(await valuesOf(utf8("\ufeffäh\n\n two "))).toEqual(["äh", "two"]);
  expect(await valuesOf(utf16("one\r\ntwö"))).toEqual(["one", "twö"]);
});

test("[S5.8] a file that is no text, and one that is too big, is refused beside its field", async () => {
  expect(await valuesOf(new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0xff]))).toBe("idsFileSpreadsheet");
  expect(await valuesOf(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1]))).toBe("idsFileSpreadsheet");
  expect(await valuesOf(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]))).toBe("idsFileNotText");
  expect(await valuesOf(utf8("a\0b"))).toBe("idsFileNotText");
  const big = parsed(IdsFile, { idsFile: new File([new Uint8Array(ADDED_TEXT_MAX_LENGTH + 1)], "ids.txt") });
  expect(big).toMatchObject({ ok: false, code: "idsFileTooBig", field: "idsFile" });
  expect(parsed(IdsFile, { idsFile: "no file" })).toMatchObject({ ok: false, code: "idsFileNotText", field: "idsFile" });
});

test("[S5.8] a file in Windows-1252 or of a spreadsheet program is refused with how to save it", async () => {
  expect(await valuesOf(new Uint8Array(Buffer.from("User ID;Straße\r\nRAIL_1;Köln", "latin1")))).toBe("idsFileNotUtf8");
  for (const sentence of [english("idsFileNotUtf8"), english("idsFileSpreadsheet")]) expect(sentence).toContain("CSV UTF-8");
});
