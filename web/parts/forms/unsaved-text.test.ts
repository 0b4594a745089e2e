import { afterEach, expect, test, vi } from "vitest";
import { isInUse } from "./unsaved-text.ts";

afterEach(() => void vi.unstubAllGlobals());

/** A page with one field, found by selectors that name its element. */
function page(element: string, field: object): void {
  const querySelectorAll = (which: string) => (which.startsWith(element) ? [field] : []);
  vi.stubGlobal("document", { querySelectorAll, querySelector: () => null });
}

const option = (isFirst: boolean, isDisabled = false) => ({ defaultSelected: isFirst, disabled: isDisabled });

test.for<[what: string, element: string, field: object, isUsed: boolean]>([
  ["a choice in a list", "select", { options: [option(true), option(false)], selectedIndex: 1 }, true],
  ["the list's own choice", "select", { options: [option(false), option(true)], selectedIndex: 1 }, false],
  ["a list in which nothing is chosen at first", "select", { options: [option(false, true), option(false)], selectedIndex: 1 }, false],
  ["a choice in it", "select", { options: [option(false), option(false)], selectedIndex: 1 }, true],
  ["an empty list", "select", { options: [], selectedIndex: -1 }, false],
  ["a file", "input[type=file]", { files: [{}] }, true],
  ["no file", "input[type=file]", { files: [] }, false],
  ["another text", "textarea", { value: "new", defaultValue: "old" }, true],
  ["a text taken out", "textarea", { value: "", defaultValue: "old" }, true],
  ["the stored text with the line ends of a form", "textarea", { value: "a\nb", defaultValue: "a\r\nb" }, false],
  ["a tick", "input:is([type=checkbox]", { checked: true, defaultChecked: false }, true],
])("[S18.3] %s, whether its field had the focus or not: a page is in use or not", ([, element, field, isUsed]) => {
  page(element, field);
  expect(isInUse()).toBe(isUsed);
});
