import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { packageManagerAmong } from "./package-manager.mjs";

/** What most Android phones write Latin and Devanagari with. */
const FAMILIES = ["Roboto", "Noto Sans Devanagari"];

/** Commands that install these fonts with each package manager, as root and without prompts. */
const INSTALLERS = {
  "apt-get": [
    ["update", "-qq"],
    ["install", "-y", "-qq", "--no-install-recommends", "fontconfig", "fonts-roboto-unhinted", "fonts-noto-core"],
  ],
  dnf: [["install", "-y", "-q", "fontconfig", "google-roboto-fonts", "google-noto-sans-devanagari-fonts"]],
  apk: [["add", "-q", "fontconfig", "font-roboto", "font-noto-devanagari"]],
  pacman: [["-Sy", "--noconfirm", "-q", "fontconfig", "ttf-roboto", "noto-fonts"]],
};

/** Makes Chromium on Linux choose the fonts of phones for `system-ui` and `sans-serif`, if they are installed. */
export const phoneFonts = { FONTCONFIG_FILE: fileURLToPath(new URL("phone-fonts.conf", import.meta.url)) };

/** Whether the machine has the fonts of phones, by fontconfig's list. */
export function hasPhoneFonts() {
  const { stdout } = spawnSync("fc-list", [":", "family"], { encoding: "utf8" });
  const families = new Set((stdout ?? "").split("\n").flatMap((line) => line.split(",")));
  return FAMILIES.every((family) => families.has(family));
}

/**
 * Installs the fonts of phones with the system's package manager if they are missing. Returns null,
 * or a sentence if they are still missing: the journeys then measure with the machine's own fonts.
 */
export function bringPhoneFonts() {
  if (hasPhoneFonts()) return null;
  const manager = packageManagerAmong(Object.keys(INSTALLERS));
  const byHand = manager ? `sudo ${manager} ${INSTALLERS[manager].at(-1).join(" ")}` : "your system's package manager";
  if (manager && process.getuid?.() === 0) {
    console.log(`Installing the fonts of phones with ${manager} …`);
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    for (const step of INSTALLERS[manager]) spawnSync(manager, step, { env, stdio: ["ignore", "ignore", "inherit"] });
    if (hasPhoneFonts()) return null;
  }
  return `Skipped: ${FAMILIES.join(" and ")} are missing, so layouts are measured with this machine's own fonts. Install them with: ${byHand}.`;
}
