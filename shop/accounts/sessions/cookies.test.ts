import { expect, test } from "vitest";
import { openCookie, readOwnCookie, sessionCookie, sessionCookieName } from "./cookies.ts";

const PREFIXED = /^__Host-[\w.-]+=[^;]*;(?=.* Path=\/(;|$))(?=.* Secure(;|$))(?!.*Domain)/i;

test("on https the session and what scripts may set have the prefix of this host, with all that browsers require for it", () => {
  const cookies = [
    sessionCookie("x", true),
    sessionCookie(null, true),
    openCookie("theme", "dark", 60, true),
    openCookie("theme", "", 60, true),
  ];
  for (const cookie of cookies) expect(cookie).toMatch(PREFIXED);
  expect(sessionCookieName(true)).toBe("__Host-trackside.session_token");
});

test("on plain http they have none, because browsers would not take them", () => {
  for (const cookie of [sessionCookie("x", false), openCookie("theme", "dark", 60, false)]) expect(cookie).not.toMatch(/__|Secure/);
  expect(openCookie("theme", "dark", 60, false)).toBe("theme=dark; Path=/; SameSite=Lax; Max-Age=60");
});

test("a choice is read under both names, that of this host first; an empty one deletes it", () => {
  const read = (cookie: string) => readOwnCookie(new Headers({ cookie }), "lang");
  expect([read("lang=hi"), read("lang=hi; __Host-lang=en"), read("x=y")]).toEqual(["hi", "en", null]);
  expect(openCookie("lang", "", 60, true)).toContain("Max-Age=0");
});
