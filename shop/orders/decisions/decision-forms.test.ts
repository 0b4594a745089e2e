import { expect, test } from "vitest";
import { parsed } from "#shop/parse.ts";
import { ApprovalForm, RejectionForm } from "./decision-forms.ts";

test("[S2.30] the IDs of an approval come one per line or as a list; blank lines do not count", () => {
  const ids = (value: unknown) => parsed(ApprovalForm, { ids: value });
  expect(ids(" a \r\n\n b")).toMatchObject({
    value: { ids: ["a", "b"], faulty: [], downloadLink: null, confirmed: false, idsConfirmed: false },
  });
  expect(ids(["a", " ", "b\r\nc"])).toMatchObject({ value: { ids: ["a", "b", "c"] } });
});

test("[S4.8] a download link is http or https and nothing else", () => {
  const link = (downloadLink: string) => parsed(ApprovalForm, { ids: "a", downloadLink });
  expect(link("https://example.com/file")).toMatchObject({ value: { downloadLink: "https://example.com/file" } });
  expect(link("HTTPS://Example.com/a\nb")).toMatchObject({ value: { downloadLink: "https://example.com/ab" } });
  for (const bad of ["javascript:alert(1)", "ftp://example.com", "//example.com", "https://"]) {
    expect(link(bad), bad).toMatchObject({ code: "downloadLinkInvalid", field: "downloadLink" });
  }
});

test("[S5.6] a rejection without a reason reads `Please provide a rejection reason`", () => {
  for (const form of [{}, { reason: "" }, { reason: "  \n" }, { reason: 7 }]) {
    expect(parsed(RejectionForm, form)).toMatchObject({ code: "reasonRequired", field: "reason" });
  }
});
