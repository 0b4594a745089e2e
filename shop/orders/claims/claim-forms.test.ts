import { expect, test } from "vitest";
import { parsed } from "#shop/parse.ts";
import { RefusedClaimsForm } from "./claim-forms.ts";

test("[S15.4] a refusal's reason is stored without hidden characters, and one of these alone is none", () => {
  const read = (reason: string) => {
    const form = parsed(RefusedClaimsForm, { claims: ["REQ-1-C1", "REQ-1-C1"], reason });
    return form.ok ? form.value : form.code;
  };
  expect(read(" It\u200b works\u202e. ")).toEqual({ claims: ["REQ-1-C1"], reason: "It works." });
  for (const unseen of ["", "\u200b", "\u200d"]) expect(read(unseen)).toBe("reasonRequired");
});
