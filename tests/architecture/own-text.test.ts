import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ownTextsIn } from "#tests/support/web/own-text.ts";

/** The documentation of the JSON API is for programmers and stays in English. */
const inEnglish = ["web/storefront/api-docs/"];

const files = globSync("web/**/*.{ts,tsx}").filter((file) => !/\.test\.tsx?$/.test(file));
const faults = files.flatMap((file) => ownTextsIn(readFileSync(file, "utf8")).map((fault) => `${file}:${fault}`));

test("[S11.4] every text that a person reads comes from the catalogue", () => {
  expect(files.length).toBeGreaterThan(300);
  expect(faults.filter((fault) => !inEnglish.some((folder) => fault.startsWith(folder)))).toEqual([]);
});

test("a text beside the catalogue is found, wherever it stands; names of the machine are not", () => {
  for (const source of [
    "const a = <p>Hello there</p>;",
    "const a = <p>{isOn ? 'Hello there' : null}</p>;",
    "const a = <p>{`Hello $" + "{name}, welcome`}</p>;",
    'const a = <button aria-label="Close" />;',
    'const a = <Sheet heading="Orders" />;',
    'const texts = [{ title: "Instant delivery" }];',
  ])
    expect(ownTextsIn(source), source).toHaveLength(1);
  for (const source of [
    'const a = <p className="wide page">{texts("hello")}</p>;',
    "const a = <p> · {price} × {n}</p>;",
    'headers.set("Set-Cookie", "a=b");',
    'const a = <Icon name="arrow" />;',
  ])
    expect(ownTextsIn(source), source).toEqual([]);
});
