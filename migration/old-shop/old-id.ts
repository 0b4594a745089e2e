import { ID_MAX_LENGTH } from "#shop/catalogue/constants.ts";
import { readId } from "#shop/stock/ids/id.ts";
import { LINE_END } from "#shop/stock/parsing/id-lines.ts";
import type { Warning } from "../report/report-row.ts";
import { ITEM, isMetadata } from "./export-tree.ts";
import { fieldsOf, isUnclean, listOf, readText } from "./old-values.ts";

/** The IDs of a list item; a text of several lines contains several. */
type OldId = { values: string[]; state: OldIdState; warnings: Warning[] };
/** `free`, `reserved` and `sold` as in the old shop; `unknown` for any other state. */
type OldIdState = "free" | "reserved" | "sold" | "unknown";

const states: Record<string, OldIdState> = {
  available: "free",
  free: "free",
  active: "free",
  unused: "free",
  new: "free",
  reserved: "reserved",
  held: "reserved",
  hold: "reserved",
  pending: "reserved",
  sold: "sold",
  delivered: "sold",
  used: "sold",
  approved: "sold",
};
/**
 * The fields that may contain an item's ID; `.value` is the database's own name for a value with a
 * priority.
 */
const NAMES = ["id", "ID", "value", "accountId", "text", ".value"];

/** Parses an item of a list of IDs. An empty item has no values. */
export function readOldId(item: unknown): OldId {
  if (item === null || item === "") return { values: [], state: "free", warnings: ["listWithHoles"] };
  const fields = fieldsOf(item);
  if (!fields) return { ...readValue(item), state: "free" };

  const read = readValue(NAMES.map((name) => fields[name]).find((value) => value !== undefined && value !== null));
  const state = stateOf(fields.status ?? fields.state);
  return {
    values: read.values,
    state,
    warnings: [...read.warnings, "idAsObject", ...(state === "unknown" ? (["idStatusUnknown"] as const) : [])],
  };
}

/** Whether a list item is just a name with true or false; then the name is the ID. */
export function isIdAsName(name: string, item: unknown): boolean {
  return typeof item === "boolean" && !ITEM.test(name);
}

/** Parses such an ID. The meaning of false is unknown, so it is not sold. */
export function readIdAsName(name: string, item: unknown): OldId {
  const { values, warnings } = readValue(name);
  return {
    values,
    state: item === true ? "free" : "unknown",
    warnings: [...warnings, "idAsName", ...(item === true ? [] : (["idStatusUnknown"] as const))],
  };
}

/**
 * Returns the IDs in an order's list, complete and in order, without checking them, because they
 * were delivered already. Booleans are skipped.
 */
export function valuesOf(list: unknown): string[] {
  const fields = fieldsOf(list);
  const items = fields
    ? Object.entries(fields)
        .filter(([name]) => !isMetadata(name) || name === ".value")
        .map(([name, item]) => (isIdAsName(name, item) ? name : item))
    : listOf(list);
  return items.map(textOf).flatMap((text) => (typeof text === "boolean" ? [] : linesOf(readText(text) ?? "")));
}

/** Whether an ID of such a list contains characters that cannot be stored. */
export function isAnyUnclean(items: readonly unknown[]): boolean {
  return items.some((item) => isUnclean(textOf(item)));
}

function textOf(item: unknown): unknown {
  const fields = fieldsOf(item);
  return fields ? NAMES.map((name) => fields[name]).find((value) => value !== undefined) : item;
}

function readValue(value: unknown): Pick<OldId, "values" | "warnings"> {
  const text = typeof value === "boolean" ? null : readText(value);
  const lines = linesOf(text ?? "");
  const ids = lines.map(readId);
  if (lines.length === 0 || ids.some((id) => (id?.value.length ?? 0) > ID_MAX_LENGTH)) return { values: [], warnings: ["idUnreadable"] };

  const warnings: Warning[] = [];
  if (typeof value === "number") warnings.push("idAsNumber");
  if (isUnclean(value)) warnings.push("textCleaned");
  if (ids.some((id) => id !== null && id.removed.length > 0)) warnings.push("idCleaned");
  if (lines.length > 1) warnings.push("idOfLines");
  return { values: lines, warnings };
}

function linesOf(text: string): string[] {
  return text
    .split(LINE_END)
    .map((line) => line.trim())
    .filter((line) => readId(line) !== null);
}

function stateOf(status: unknown): OldIdState {
  if (status === undefined || status === null || status === "") return "free";
  const word = (readText(status) ?? "").toLowerCase();
  return (Object.hasOwn(states, word) ? states[word] : undefined) ?? "unknown";
}
