import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { textsIn } from "#messages/languages.ts";
import { NotDecided } from "./not-decided.tsx";

const failed = [
  { requestCode: "REQ-1-C1", sentence: "No free ID is left." },
  { requestCode: "REQ-1-C2", sentence: "This claim is already decided." },
];
const html = (answer: Parameters<typeof NotDecided>[0]["answer"]) => {
  const Page = createRoutesStub([{ path: "/", Component: () => <NotDecided answer={answer} /> }]);
  return renderToString(<Page />)
    .replaceAll("<!-- -->", "")
    .replaceAll("&#x27;", "'");
};

test("[S15.9] claims that were not decided are listed with why, also if all of them failed, and nothing is said twice", () => {
  for (const done of [["REQ-1-C3"], []]) {
    const page = html({ ok: true, value: { done, failed }, sentence: null });
    expect(page).toContain(textsIn("en", "adminClaims")("notDecided", { n: 2 }));
    for (const { requestCode, sentence } of failed) expect(page).toMatch(new RegExp(`${requestCode}</span>: ${sentence}`));
  }
  expect(html({ ok: true, value: { done: [], failed }, sentence: null, isSaid: true })).toBe("");
  expect(html({ ok: true, value: { done: ["REQ-1-C3"], failed: [] }, sentence: "1 ID swapped." })).toBe("");
});
