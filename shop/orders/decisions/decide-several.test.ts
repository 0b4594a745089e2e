import { expect, test } from "vitest";
import { decideSeveral } from "./decide-several.ts";

test("after a failure the rest is not attempted, and fails with it", async () => {
  const attempted: string[] = [];
  const broken = { ok: false, kind: "failed" } as const;
  const outcome = await decideSeveral(["A", "B", "C"], async (code) => {
    attempted.push(code);
    if (code === "A") return { ok: true, value: null };
    return broken;
  });
  expect(attempted).toEqual(["A", "B"]);
  expect(outcome).toEqual({
    done: ["A"],
    failed: ["B", "C"].map((requestCode) => ({ requestCode, no: broken })),
  });
});
