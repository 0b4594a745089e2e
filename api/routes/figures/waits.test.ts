import { expect, test } from "vitest";
import { openApi } from "#tests/support/api/api.ts";
import { aGuest } from "#tests/support/shop/builders.ts";
import { openTestShop } from "#tests/support/shop/shop.ts";

test("[S14.14] everybody may know how long a review takes, in minutes; few reviews say nothing", async () => {
  const shop = await openTestShop();
  try {
    const waits = async (reviewWait: { known(): { halfMs: number; mostMs: number } | null }) =>
      (await openApi({ ...shop.services, reviewWait })("/api/waits", { as: aGuest() })).json();
    expect(await waits({ known: () => null })).toEqual({ promisedHours: 24, halfMinutes: null, mostMinutes: null });
    expect(await waits({ known: () => ({ halfMs: 90_000, mostMs: 7_200_000 }) })).toEqual({
      promisedHours: 24,
      halfMinutes: 2,
      mostMinutes: 120,
    });
  } finally {
    await shop.close();
  }
});
