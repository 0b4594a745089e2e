import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { countClasses } from "#tests/support/web/count-classes.ts";

const CLASSES_MAX = 8;

const files = globSync("web/**/*.tsx").filter((file) => !file.endsWith(".test.tsx"));
const sources = new Map(files.map((file) => [file, readFileSync(file, "utf8")]));
const exported = [...sources.values()].flatMap((source) => [...source.matchAll(/^export const (\w+) =\s*"([^"]*)"/gm)]);
const known = new Map([["buttonStyle", 3], ...exported.map(([, name = "", text = ""]) => [name, text.split(" ").length] as const)]);

test("an element has at most 8 classes: a look of more belongs into a class of its own in `web/styles`", () => {
  const counted = [...sources].map(([file, source]) => ({ file, classes: countClasses(source, known) }));
  expect(counted.flatMap(({ classes }) => classes).length).toBeGreaterThan(500);
  const faults = counted.flatMap(({ file, classes }) =>
    classes.filter(({ count }) => count > CLASSES_MAX).map(({ line, element, count }) => `${file}:${line}: ${element} has ${count}`),
  );
  expect(faults).toEqual([]);
});

test("classes are counted however an element gets them", () => {
  const countOf = (className: string, before = "") => {
    const [first] = countClasses(`${before} const a = <p className=${className} />;`, new Map([["buttonStyle", 3]]));
    return first?.count;
  };
  expect(countOf('"a b c"')).toBe(3);
  expect(countOf('{isOn ? "a" : "b c"}')).toBe(2);
  expect(countOf('{classNames("a b", isOn && "c", className)}')).toBe(3);
  expect(countOf(`{\`a \${isOn ? 'b' : 'c d'} e\`}`)).toBe(4);
  expect(countOf('{classNames(place, "c")}', 'const place = "a " + "b";')).toBe(3);
  expect(countOf("{looks[kind]}", 'const looks = { one: "a", two: "a b c" } as const;')).toBe(3);
  expect(countOf('{buttonStyle({ variant: "primary" }, "d")}')).toBe(4);
});
