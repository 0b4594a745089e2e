import { expect, test } from "vitest";
import { goesOnBeside } from "./goes-on-beside.ts";

const known = ["0001-shop.sql", "0002-notes.sql"];

test("a shop goes on beside a migration whose name says that it leaves what this shop knows", () => {
  expect(goesOnBeside("0003-more.beside-0002.sql", known)).toBe(true);
  expect(goesOnBeside("0004-others.beside-0001.sql", known)).toBe(true);
});

test("it does not go on beside one that leaves only what a later shop needs, or that says nothing", () => {
  expect(goesOnBeside("0004-without-notes.beside-0003.sql", known)).toBe(false);
  expect(goesOnBeside("0003-more.sql", known)).toBe(false);
  expect(goesOnBeside("0003-beside-0002.sql", known)).toBe(false);
});
