import { expect, test } from "vitest";
import { parsed } from "#shop/parse.ts";
import { Utr } from "./utr.ts";

test("[S10.12] a UTR is 12 digits, with or without the spaces and dashes that apps put in", () => {
  for (const text of ["412345678901", " 4123 4567 8901 ", "4123-4567-8901", "４１２３４５６７８９０１"])
    expect(parsed(Utr, text)).toEqual({ ok: true, value: "412345678901" });
});

test("[S10.12] another text is no UTR", () => {
  for (const text of ["", "41234567890", "4123456789012", "41234567890O", "4.12346E+11"])
    expect(parsed(Utr, text), text).toMatchObject({ ok: false, code: "utrInvalid" });
});
