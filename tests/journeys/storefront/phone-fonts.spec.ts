import { hasPhoneFonts } from "#tests/support/processes/phone-fonts.mjs";
import { expect, test } from "../shop-server.ts";

test("layouts are measured with the fonts of phones, in both scripts (skipped where these are not installed)", async ({ page }) => {
  test.skip(!hasPhoneFonts(), "Roboto or Noto Sans Devanagari is not installed");
  const session = await page.context().newCDPSession(page);
  for (const [language, family] of [
    ["en", "Roboto"],
    ["hi", "Noto Sans Devanagari"],
  ] as const) {
    await page.goto(`/?lang=${language}`);
    await session.send("DOM.enable");
    await session.send("CSS.enable");
    const { root } = await session.send("DOM.getDocument");
    const { nodeId } = await session.send("DOM.querySelector", { nodeId: root.nodeId, selector: "h1" });
    const { fonts } = await session.send("CSS.getPlatformFontsForNode", { nodeId });
    const most = fonts.reduce((one, other) => (other.glyphCount > one.glyphCount ? other : one));
    expect(most.familyName, language).toContain(family);
  }
});
