import { expect, test } from "vitest";
import { parsed } from "#shop/parse.ts";
import { Vpa } from "./vpa.ts";

test("[S10.12] a VPA is taken as people paste it, without spaces and invisible characters", () => {
  for (const [text, vpa] of [
    ["trackside@okbank", "trackside@okbank"],
    [" Track.side-1_2@YBL\u200b ", "Track.side-1_2@YBL"],
    ["98765 43210@paytm", "9876543210@paytm"],
  ])
    expect(parsed(Vpa, text)).toEqual({ ok: true, value: vpa });
});

test("[S10.12] what is no VPA is refused", () => {
  for (const text of ["", "trackside", "@ybl", "a@ybl", "a@b@c", "shop@bank.com", "shop@1bank", "shop&pa=x@ybl", `${"a".repeat(260)}@ybl`])
    expect(parsed(Vpa, text), text).toMatchObject({ ok: false, code: "vpaInvalid" });
});
