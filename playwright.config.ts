import { defineConfig } from "@playwright/test";
import { findChromium } from "./tests/support/processes/chromium.mjs";
import { phoneFonts } from "./tests/support/processes/phone-fonts.mjs";

const executablePath = findChromium();

/**
 * Journeys whose shop has an environment or programs of its own. They come first: each starts a
 * shop, and at the end there are only short files, so that no worker waits long for the other.
 */
const inOwnShops = [
  "accessibility/other-languages*",
  "admin/{emails,payment-methods,webhooks}",
  "connection/new-version",
  "orders/pays-online",
  "storefront/promises",
].map((file) => `**/${file}.spec.ts`);

export default defineConfig({
  testDir: "tests/journeys",
  projects: [
    { name: "own shops", testMatch: inOwnShops },
    { name: "one shop", testIgnore: inOwnShops },
  ],
  globalSetup: "./tests/journeys/share-folder.ts",
  workers: 2,
  timeout: 60_000,
  // Only for a hang: the tests take 10 minutes on two cores, and 15 on a slow machine.
  globalTimeout: 28 * 60_000,
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
