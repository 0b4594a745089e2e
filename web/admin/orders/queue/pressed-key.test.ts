import { expect, test } from "vitest";
import { pressedKey } from "./pressed-key.ts";

const pressed = (key: string, code: string, shiftKey = false) => pressedKey({ key, code, shiftKey });

test("[S12.6] a key of a Hindi keyboard stands for the Latin letter in its place", () => {
  expect([pressed("र", "KeyJ"), pressed("ो", "KeyA"), pressed("क", "KeyK"), pressed("य़", "Slash", true)]).toEqual(["j", "a", "k", "?"]);
  expect([pressed("й", "KeyQ"), pressed("ο", "KeyO")]).toEqual(["q", "o"]);
});

test("[S12.6] on a Latin keyboard the letter counts, wherever it is", () => {
  expect([pressed("j", "KeyJ"), pressed("A", "KeyQ"), pressed("?", "KeyM", true), pressed("é", "Digit2")]).toEqual(["j", "a", "?", "é"]);
  expect([pressed("Enter", "Enter"), pressed("5", "Digit5"), pressed("५", "Digit5")]).toEqual(["enter", "5", "५"]);
});
