import type { SettingKind } from "#shop/settings/setting-kinds.ts";
import { meaningOf, type SettingName, settingNames, settingOf } from "#shop/settings/settings-list.ts";
import { type ColumnType, column, type ExportedColumn, type ExportedTable } from "./exported-column.ts";

const types: Partial<Record<SettingKind, ColumnType>> = {
  ...{ limit: "number", hours: "number", days: "number", year: "number", rate: "number" },
  ...{ tick: "yes or no", translations: "object", reasons: "list of objects" },
};

/** What an export of before some settings meant without them, where that is not the default. */
const missing: Partial<Record<SettingName, ExportedColumn["ifMissing"]>> = {
  textLanguage: ({ language }) => language ?? "en",
  translations: () => ({}),
  addressOrdersMax: ({ pendingOrdersMax }) => (pendingOrdersMax === 10 ? 50 : pendingOrdersMax),
  addressIdsMax: ({ heldIdsMax }) => (heldIdsMax === 20 ? 100 : heldIdsMax),
};

/** The settings as exported. */
export const settings: ExportedTable = {
  name: "settings",
  title: "Settings",
  table: "shop_settings",
  key: { column: "only_row::text", type: "text" },
  isInner: true,
  means: "What the owner set: one row.",
  columns: [...settingNames.map(exported), column("time", "updatedAt", "When they were last changed.")],
};

function exported(name: SettingName): ExportedColumn {
  const { kind, isNew, default: first } = settingOf(name);
  const ifMissing = missing[name] ?? (isNew && (() => first));
  return column(types[kind] ?? "text", name, meaningOf(name), ifMissing && { ifMissing });
}
