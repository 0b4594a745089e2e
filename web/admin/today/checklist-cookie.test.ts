import { expect, test } from "vitest";
import { dismissedChecklist, isChecklistDismissed } from "./checklist-cookie.ts";

test("[S12.2] a browser that dismissed the checklist says so, and another does not", () => {
  const asked = (cookie: string) => isChecklistDismissed(new Request("https://shop.example/admin", { headers: { cookie } }));
  expect(asked(dismissedChecklist(true).split(";")[0] ?? "")).toBe(true);
  expect(asked("theme=dark")).toBe(false);
});
