import type { SettingKind } from "#shop/settings/setting-kinds.ts";
import { meaningOf, type SettingName, settingNames, settingOf } from "#shop/settings/settings-list.ts";
import { type ColumnType, column, type ExportedColumn, type ExportedTable } from "./exported-column.ts";

const types: Partial<Record<SettingKind, ColumnType>> = {
  limit: "number",
  hours: "number",
  days: "number",
  year: "number",
  rate: "number",
  tick: "yes or no",
  translations: "object",
  reasons: "list of objects",
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
  return column(types[kind] ?? "text", name, meaningOf(name), isNew && { ifMissing: () => first });
}
