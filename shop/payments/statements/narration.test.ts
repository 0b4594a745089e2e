import fc from "fast-check";
import { expect, test } from "vitest";
import { statementBanks } from "./banks.ts";
import { inOneLine, isReversal, NARRATION_MAX_LENGTH, numbersIn } from "./narration.ts";

const UTR = "633111654612";
const PHONE = "919812345678";

type Bank = (typeof statementBanks)[number];
const found = (bank: Bank, narration: string | readonly string[], reference = "") => {
  const words = { narration: [narration].flat(), reference, bookedOn: "2026-11-27" };
  return numbersIn(bank, words);
};

/** A narration of each bank with a UTR at its place, and what the payer wrote around it. */
const narrations = {
  hdfc: ({ name, vpa, note }: Payer, utr: string) => `UPI-${name}-${vpa}-UTIB0000123-${utr}-${note}`,
  icici: ({ name, vpa, note }: Payer, utr: string) => `UPI/${name}/${vpa}/${note}/AXIS BANK/${utr}/AXL26a6`,
  sbi: ({ name, vpa, note }: Payer, utr: string) => `DEP TFR   UPI/CR/${utr}/${name}/UTIB/${vpa}/${note}   0097612345678 AT 20480 FORT`,
  axis: ({ name, note }: Payer, utr: string) => `UPI/P2A/${utr}/${name}/Axis Ban/${note}`,
  kotak: ({ name, note }: Payer, utr: string) => `UPI/${name}/${utr}/${note}`,
};
type Payer = { name: string; vpa: string; note: string };
const ASHA = { name: "ASHA VERM", vpa: "asha.v@oka", note: "Paym" };
const banks = Object.keys(narrations) as (keyof typeof narrations)[];

test.for(banks)("[S10.13] the UTR at its place in a narration of %s is sure", (bank) => {
  expect(found(bank, narrations[bank](ASHA, UTR))).toEqual({ utr: UTR, trust: "sure", numbers: [UTR] });
});

test.for([
  ["icici", `UPI/${UTR}/note/asha@okaxis/Axis Bank`],
  ["icici", `MMT/IMPS/${UTR}/rent/GLOBEX/HDFC0000001`],
  ["sbi", `BY TRANSFER-UPI/CR/${UTR}/ASHA VER/UTIB/asha.v@oka/x`],
  ["axis", `UPI/CR/${UTR}/ASHA VERMA/UBIN/test/UPI`],
  ["hdfc", `IMPS-${UTR}-ASHA VERMA-UTIB-XXXX1234-rent`],
] as const)("[S10.13] the UTR of %s in %j is sure", ([bank, narration]) => {
  expect(found(bank, narration)).toMatchObject({ utr: UTR, trust: "sure" });
});

test.for([["0000633111654612"], ["'0000633111654612"], ["UPI-633111654612"], ["0000633111 654612"], ["RRN: 633111654612"]])(
  "[S10.13] the bank's own column decides, whatever the payer wrote: %j",
  ([reference]) => {
    const fooled = narrations.hdfc({ ...ASHA, name: PHONE, note: "412345678901" }, "632900000001");
    expect(found("hdfc", fooled, reference)).toMatchObject({ utr: UTR, trust: "sure" });
  },
);

test.for([
  ["icici", `UPI/ASHA VERM/${PHONE}-1@okaxis/UPI/AXIS BANK/${UTR}/AXL1`, UTR, "placed"],
  ["kotak", `UPI/${PHONE}/${UTR}/UPI`, UTR, "placed"],
  ["axis", `UPI/P2A/${UTR}/ASHA/Axis/${PHONE}`, UTR, "placed"],
  ["axis", `UPI/ASHA/paid by ${UTR}`, UTR, "guessed"],
  ["other", `UPI ${UTR}`, UTR, "guessed"],
  ["other", `${PHONE} paid ${UTR}`, UTR, "guessed"],
] as const)("[S10.13] beside another number, or elsewhere, a UTR is not sure: %s %j", ([bank, narration, utr, trust]) => {
  const read = found(bank, narration);
  expect(read).toMatchObject({ utr, trust });
  expect(read.numbers.toSorted()).toEqual([...new Set(narration.match(/\d{12}/g))].toSorted());
});

test("[S10.13] the column of Kotak may have another number: then both are kept, and the place decides", () => {
  expect(found("kotak", `UPI/ASHA VERMA/${UTR}/UPI`, "UPI-633100000009")).toEqual({
    utr: UTR,
    trust: "sure",
    numbers: [UTR, "633100000009"],
  });
  expect(found("kotak", `UPI/${PHONE}/${UTR}/UPI`, `UPI-${UTR}`)).toMatchObject({ utr: UTR, trust: "sure" });
  expect(found("kotak", `UPI/${PHONE}/${UTR}/UPI`, "UPI-633100000009")).toMatchObject({ trust: "placed" });
});

test("[S10.13] a narration over rows, or with a line break or a space inside the UTR, has it all the same", () => {
  for (const parts of [
    ["UPI/CR/6331116", "54612/ASHA"],
    ["DEP TFR   UPI/CR/63311165\n4612/ASHA"],
    ["UPI/CR/633111 654612/ASHA VE\nR/UTIB"],
  ])
    expect(found("sbi", parts), parts.join("|")).toEqual({ utr: UTR, trust: "sure", numbers: [UTR] });
  expect(found("sbi", ["UPI/CR/633111654612", "0001/ASHA"])).toMatchObject({ utr: UTR, trust: "sure" });
  expect(found("hdfc", "UPI-RAHUL-98@YBL-YESB0000001-633111\n654612-X")).toMatchObject({ utr: UTR, trust: "sure" });
  expect(found("axis", "UPI/A note 633111 654612/x").numbers).toEqual([UTR]);
});

test.for([[`${PHONE}@ybl`], [`${PHONE}.shop@ybl`], ["ICICN12026112500012345"], ["to 9876543210"], ["4.12346E+11"], ["000012345678"]])(
  "[S10.13] %j has no UTR",
  ([narration = ""]) => {
    expect(found("hdfc", narration, "000000001234").utr).toBeNull();
  },
);

/** What a payer may write: words, numbers, an order's code, marks, addresses; no slash. */
const payerText = fc
  .array(
    fc.constantFrom("ASHA", "REV", "REVERSAL", "return ticket", "refund", "REQ-MIFA2K9Z", "HDFC0000001", "UPI", PHONE, "412345678901", "7"),
    {
      maxLength: 4,
    },
  )
  .map((words) => words.join(" "));
const anyPayer = fc.record({
  name: payerText,
  vpa: payerText
    .map((text) => `${text.replaceAll(" ", ".")}@oka`)
    .chain((vpa) => fc.constantFrom(vpa, `412345678901-1${vpa}`, vpa.slice(0, 10))),
  note: payerText,
});

test("[S10.13] whatever a payer writes, no number of it is sure, and the UTR at the bank's place is among the numbers", () => {
  fc.assert(
    fc.property(fc.constantFrom(...banks), anyPayer, (bank, payer) => {
      const read = found(bank, narrations[bank](payer, UTR));
      expect(read.numbers).toContain(UTR);
      if (read.trust === "sure") expect(read).toMatchObject({ utr: UTR, numbers: [UTR] });
    }),
  );
});

test("[S10.13] whatever a payer writes, a line is no reversal", () => {
  fc.assert(
    fc.property(fc.constantFrom(...banks), anyPayer, (bank, payer) => {
      expect(isReversal(bank, [narrations[bank](payer, UTR)])).toBe(false);
    }),
  );
});

test("[S10.13] a UTR is found wherever a line breaks inside it", () => {
  fc.assert(
    fc.property(fc.constantFrom(...banks), fc.integer({ min: 1, max: 11 }), fc.constantFrom(" ", "\n", "\r\n", "  "), (bank, at, gap) => {
      const broken = `${UTR.slice(0, at)}${gap}${UTR.slice(at)}`;
      expect(found(bank, narrations[bank](ASHA, broken))).toMatchObject({ utr: UTR, numbers: [UTR] });
    }),
  );
});

test.for([
  ["hdfc", `UPI-REV-${UTR}`],
  ["hdfc", `REV-UPI-50100012345678-ASHA@OKAXIS-${UTR}-UPI`],
  ["icici", `UPI/REV/${UTR}/refund of 20-11/Merchant`],
  ["sbi", `BY TRANSFER-UPI/REV/${UTR}/ASHA`],
  ["axis", `UPI/CRADJ/${UTR}/RETURN/Axis Bank`],
  ["axis", `UPI/RVSL/6331116\n54612/ASHA`],
  ["kotak", `REV-UPI/ASHA VERMA/${UTR}/UPI`],
] as const)("[S10.13] the bank's own mark at its own place is a reversal: %s %j", ([bank, narration]) => {
  expect(isReversal(bank, [narration])).toBe(true);
});

test.for([
  ["icici", `UPI/REV FR THOMAS/t@oka/return ticket/AXIS BANK/${UTR}/AXL1`],
  ["icici", `UPI/REV/rev@oka/refund/AXIS BANK/${UTR}/AXL1`],
  ["kotak", `UPI/REVERSAL/${UTR}/UPI`],
  ["hdfc", `UPI-REV FR THOMAS-T@OKAXIS-UTIB0000123-${UTR}-REVERSAL`],
  ["axis", `UPI/P2A/${UTR}/RETURN/Axis Ban/refund`],
  ["other", "REV UPI ticket refund"],
] as const)("[S10.13] a payer's words are no reversal: %s %j", ([bank, narration]) => {
  expect(isReversal(bank, [narration])).toBe(false);
});

test.for([
  ["sbi", "BY TRANSFER-INB UPI/CR/412345678901--"],
  ["sbi", "BY TRANSFER-INB IMPS/412345678901/rent"],
  ["sbi", "CASH DEPOSIT-UPI/CR/412345678901"],
  ["sbi", "DEP TFR ASHA UPI/CR/412345678901"],
] as const)("[S10.13] a remark that looks like a payment of the bank is not sure: %s %j", ([bank, narration]) => {
  expect(found(bank, narration)).toMatchObject({ utr: "412345678901", trust: "guessed" });
});

test("[S10.13] a payment address that looks like a branch code and a UTR does not take the UTR's place", () => {
  const read = found("hdfc", `UPI-ASHA-A-UTIB0000123-412345678901@YBL-YESB0YBLUPI-${UTR}-x`);
  expect(read).toMatchObject({ utr: UTR, trust: "placed" });
});

test.for([
  ["icici", `UPI/REFUND/412345678901/x/AXIS BANK/${UTR}/AXL1`],
  ["icici", `UPI/REV/${PHONE}/ticket/AXIS BANK/${UTR}/AXL1`],
  ["hdfc", `UPI-RETURN-${PHONE}-UTIB0000123-${UTR}-x`],
] as const)("[S10.13] a payer named as a mark, before a number as payment address, is no reversal: %s %j", ([bank, narration]) => {
  expect(isReversal(bank, [narration])).toBe(false);
  expect(found(bank, narration)).toMatchObject({ utr: UTR, trust: "placed" });
});

test("[S10.13] a narration is kept in one line and not longer than banks write them", () => {
  expect(inOneLine(["  UPI   CR ", "ASHA\n"])).toBe("UPI CR ASHA");
  expect(inOneLine(["x".repeat(10_000)])).toHaveLength(NARRATION_MAX_LENGTH);
});

test("[S10.13] a narration that somebody filled to slow the shop down is read at once", () => {
  for (const bank of statementBanks) {
    expect(found(bank, `${`${UTR}.`.repeat(50_000)}@`).numbers).toEqual([UTR]);
    for (const text of ["1 ".repeat(50_000), "UPI-".repeat(50_000), "A ".repeat(50_000), "UPI/".repeat(50_000)])
      expect(found(bank, Array(10).fill(text)).trust).not.toBe("sure");
  }
});
