import type { Right } from "#shop/rights.ts";

/** Rights that are often given together. They only tick boxes: nothing stores a preset. [S13.7] */
export const rightPresets = {
  support: ["read-orders", "answer-buyers"],
  orders: ["read-orders", "decide-orders", "answer-buyers"],
  stock: ["manage-stock"],
  accounts: ["handle-money", "see-figures"],
} as const satisfies Record<string, readonly Right[]>;

export type RightPreset = keyof typeof rightPresets;

export const presetNames = Object.keys(rightPresets) as RightPreset[];

/** The rights of a preset by the name in an address; none for any other text. */
export function rightsOfPreset(name: string | null): readonly Right[] {
  return name !== null && Object.hasOwn(rightPresets, name) ? rightPresets[name as RightPreset] : [];
}
