import { expect, test } from "vitest";
import { instructionsFor, linesOfHtml } from "./instructions.ts";

test("[S10.15] [S11.2] instructions are shown in the first language that they have, else in another one", () => {
  const both = { en: "<p>Log in.</p>", hi: "<p>लॉगिन करें।</p>" };
  expect(instructionsFor(both, ["hi", "en"])).toEqual({ language: "hi", html: both.hi });
  expect(instructionsFor({ hi: both.hi }, ["en"])).toEqual({ language: "hi", html: both.hi });
  for (const none of [null, {}]) expect(instructionsFor(none, ["en"])).toBeNull();
});

test("[S10.15] instructions as lines keep the text, the items and the addresses of links", () => {
  const html =
    '<h3>First</h3>\n<p>Log in at <a href="https://a.example/x" rel="noopener noreferrer nofollow" target="_blank">the site</a>.<br />Then:</p><ul><li>A &amp; B</li><li><p>C</p></li></ul>';
  expect(linesOfHtml(html)).toEqual(
    ["First", "Log in at the site (https://a.example/x).", "Then:", "- A & B", "-", "C"].filter((line) => line !== "-"),
  );
  expect(linesOfHtml("")).toEqual([]);
});
