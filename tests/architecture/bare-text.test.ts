import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { bareTextsIn, emptyAtTimes, translatedCodesIn } from "#tests/support/web/bare-text.ts";

const files = globSync("web/**/*.tsx").filter((file) => !file.endsWith(".test.tsx"));
const sources = new Map(files.map((file) => [file, readFileSync(file, "utf8")]));
const mayBeEmpty = new Set([...sources.values()].flatMap(emptyAtTimes));

test("a page survives its translation: no bare text stands beside what appears or disappears", () => {
  expect(sources.size).toBeGreaterThan(100);
  expect(mayBeEmpty.size).toBeGreaterThan(5);
  const faults = [...sources].flatMap(([file, source]) => bareTextsIn(source, mayBeEmpty).map((fault) => `${file}:${fault}`));
  expect(faults).toEqual([]);
});

test("no ID, code or key is translated: what looks like a code says so", () => {
  const faults = [...sources].flatMap(([file, source]) => translatedCodesIn(source).map((fault) => `${file}:${fault}`));
  expect(faults).toEqual([]);
  expect(translatedCodesIn('const a = <b className={classNames("code", "x")}>{id}</b>;')).toHaveLength(1);
  expect(translatedCodesIn('const a = <b className="unicode">{id}</b>;')).toEqual([]);
});

test("a bare text beside what appears or disappears is found, whatever makes the one and the other", () => {
  const found = (children: string) => bareTextsIn(`const a = <p>${children}</p>;`, new Set(["Badge"])).length;
  for (const children of [
    "text {isOn && <b />}",
    "{isOn ? <b /> : null}{text}",
    "{`text`}{isOn && <b />}",
    "{isOn && text}<b />",
    "{children}{isOn && (<b />)}",
    "text <Badge />",
    "{list.map((one) => <b key={one} />)} text",
    "{messages.sentence(1)}{isOn ? <b /> : <i />}",
  ])
    expect(found(children), children).toBeGreaterThan(0);
  for (const children of [
    "text",
    "{isOn && text}",
    "<b /> text",
    "<span>text</span>{isOn && <b />}",
    "{isOn ? one : another}<b />",
    "<span>{children}</span><Badge />",
    "\n  {isOn && <b />}\n  {isOff && <i />}\n",
  ])
    expect(found(children), children).toBe(0);
});
