import type { KeyedText } from "#messages/keyed-text.ts";
import { textOf } from "#shop/refusal.ts";

const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\/|\bEdgiOS\//, "Edge"],
  [/\bOPR\/|\bOPT\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bChrome\/|\bCriOS\/|\bHeadlessChrome\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMacintosh\b|\bMac OS X\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
];

/** A device: a text with its names, or the name of its browser or system. */
export type Device = KeyedText | string;

/**
 * Describes a session's device from its user agent, such as `Firefox on Windows`. The user agent
 * can be faked.
 */
export function deviceOf(userAgent: string | null): Device {
  const agent = userAgent ?? "";
  const browser = nameIn(browsers, agent);
  const system = nameIn(systems, agent);
  if (browser && system) return textOf("browserOnSystem", { browser, system });
  return browser ?? system ?? textOf(agent ? "deviceIsProgram" : "deviceUnknown");
}

function nameIn(names: readonly (readonly [RegExp, string])[], agent: string): string | null {
  return names.find(([sign]) => sign.test(agent))?.[1] ?? null;
}
