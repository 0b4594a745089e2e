import { defineConfig } from "@playwright/test";
import { findChromium } from "./tests/support/processes/chromium.mjs";
import { phoneFonts } from "./tests/support/processes/phone-fonts.mjs";

const executablePath = findChromium();

export default defineConfig({
  testDir: "tests/journeys",
  globalSetup: "./tests/journeys/share-folder.ts",
  workers: 2,
  timeout: 60_000,
  // Only for a hang: the tests take 5 minutes on two cores, and 12 on a slow machine.
  globalTimeout: 18 * 60_000,
  forbidOnly: true,
  expect: { timeout: 10_000 },
  use: {
    actionTimeout: 10_000,
    // An order's page pulses as long as it waits. Without a graphics card, drawing that takes a
    // third of the time of all journeys.
    contextOptions: { reducedMotion: "reduce" },
    // Playwright starts Chromium without its sandbox, which does not work for root. Software
    // rendering would keep a whole core busy.
    // Layouts are measured with the fonts that phones have.
    launchOptions: {
      args: ["--disable-gpu", "--disable-software-rasterizer"],
      env: { ...process.env, ...phoneFonts },
      ...(executablePath && { executablePath }),
    },
  },
});
