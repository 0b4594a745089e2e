import { expect, test } from "vitest";
import { ADDED_TEXT_MAX_LENGTH } from "#shop/constants.ts";
import { parsed } from "#shop/parse.ts";
import { readIdList } from "./id-list.ts";
import { IdsFile, withFile } from "./ids-file.ts";

async function valuesOf(bytes: Uint8Array<ArrayBuffer>, ids = "") {
  const form = await withFile({ ids, idsFile: new File([bytes], "ids.txt") });
  if (!form.ok) return form.code;
  const list = readIdList(form.value.ids);
  return list.ok ? list.value.values : list.code;
}
const utf8 = (text: string) => new Uint8Array(Buffer.from(text));
const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, "utf16le"));

test("[S5.8] the lines of a file come after those that were pasted, however its editor wrote it", async () => {
  expect(await valuesOf(utf8("three\r\nfour\r\n"), "one\ntwo")).toEqual(["one", "two", "three", "four"]);
  expect(await valuesOf(utf8("\ufeffäh\n\n two "))).toEqual(["äh", "two"]);
  expect(await valuesOf(utf16("one\r\ntwö"))).toEqual(["one", "twö"]);
});

test("[S5.8] a file that is no text, and one that is too big, is refused beside its field", async () => {
  expect(await valuesOf(new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0xff]))).toBe("idsFileNotText");
  expect(await valuesOf(utf8("a\0b"))).toBe("idsFileNotText");
  const big = parsed(IdsFile, { idsFile: new File([new Uint8Array(ADDED_TEXT_MAX_LENGTH + 1)], "ids.txt") });
  expect(big).toMatchObject({ ok: false, code: "idsFileTooBig", field: "idsFile" });
  expect(parsed(IdsFile, { idsFile: "no file" })).toMatchObject({ ok: false, code: "idsFileNotText", field: "idsFile" });
});
