import { spawnSync } from "node:child_process";
import { canRun, inPath, packageManagerAmong } from "./package-manager.mjs";

/** The headless shell comes first: journeys take half the time of the whole browser's. */
const NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome"];
const MAC_APPS = ["/Applications/Chromium.app/Contents/MacOS/Chromium", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"];

/**
 * Commands that install Chromium with each package manager, as root and without prompts, tried in
 * order until it is there.
 */
const INSTALLERS = {
  "apt-get": [
    ["update", "-qq"],
    ["install", "-y", "-qq", "--no-install-recommends", "chromium-headless-shell"],
    ["install", "-y", "-qq", "--no-install-recommends", "chromium"],
  ],
  dnf: [["install", "-y", "-q", "chromium"]],
  apk: [["add", "-q", "chromium"]],
  pacman: [["-Sy", "--noconfirm", "-q", "chromium"]],
};

/** The machine's Chromium, or the one in CHROMIUM; null if there is none. */
export function findChromium() {
  const candidates = process.env.CHROMIUM ? [process.env.CHROMIUM] : [...NAMES.flatMap(inPath), ...MAC_APPS];
  return candidates.find(canRun) ?? null;
}

/**
 * Finds Chromium or installs it with the system's package manager. Throws with advice if neither
 * works.
 */
export function bringChromium() {
  const found = findChromium();
  if (found) return found;
  const manager = packageManagerAmong(Object.keys(INSTALLERS));
  const byHand = manager ? `sudo ${manager} ${INSTALLERS[manager].at(-1).join(" ")}` : "your system's package manager";
  if (!manager || process.getuid?.() !== 0) throw new Error(`Chromium is missing. Install it with: ${byHand} — or name one in CHROMIUM.`);

  console.log(`Installing Chromium with ${manager} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (const step of INSTALLERS[manager]) if (!findChromium()) spawnSync(manager, step, { env, stdio: ["ignore", "ignore", "inherit"] });
  const installed = findChromium();
  if (!installed) throw new Error(`Chromium could not be installed with: ${byHand} — or name one in CHROMIUM.`);
  return installed;
}
