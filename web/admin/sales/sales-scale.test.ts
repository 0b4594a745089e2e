import { expect, test } from "vitest";
import { scaleOf } from "./sales-scale.ts";

const rupees = (...amounts: number[]) => amounts.map((amount) => amount * 100);

test("[S17.4] the chart's lines stand at round rupees that hold all amounts", () => {
  expect(scaleOf(rupees(6_172, 0, -1_850))).toEqual({ top: 800_000, bottom: -200_000, lines: rupees(-2_000, 2_000, 4_000, 6_000, 8_000) });
  expect(scaleOf(rupees(2_400))).toEqual({ top: 250_000, bottom: 0, lines: rupees(500, 1_000, 1_500, 2_000, 2_500) });
  expect(scaleOf(rupees(-20))).toEqual({ top: 0, bottom: -2_000, lines: rupees(-20, -15, -10, -5) });
});

test("[S17.4] paise are shown beside whole rupees, and a chart without sales has no lines", () => {
  expect(scaleOf([1, 30])).toEqual({ top: 100, bottom: 0, lines: [100] });
  for (const empty of [[], [0, 0]]) expect(scaleOf(empty)).toMatchObject({ lines: [] });
});

test("[S17.4] whatever is sold, a chart has few lines and room for all", () => {
  for (let most = 1; most < 1e12; most = most * 1.7 + 3) {
    const [best, worst] = [Math.round(most), -Math.round(most / 3)];
    const { top, bottom, lines } = scaleOf([best, worst]);
    expect([top >= best, bottom <= worst, lines.length <= 6]).toEqual([true, true, true]);
    expect(lines.filter((line) => line % 100 !== 0)).toEqual([]);
  }
});
