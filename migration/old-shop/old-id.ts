import { ID_MAX_LENGTH } from "#shop/constants.ts";
import { ITEM } from "./export-tree.ts";
import { fieldsOf, isUnclean, listOf, readText } from "./old-values.ts";
import type { Oddity } from "./report-row.ts";

/** What an item of an old list says of the IDs in it; one text of several lines is several. */
export type OldId = { values: string[]; state: OldIdState; oddities: Oddity[] };
/** `free`, `reserved` and `sold` as the old shop knew them; `unknown` for what it says besides. */
export type OldIdState = "free" | "reserved" | "sold" | "unknown";

const states: Record<string, OldIdState> = {
  ...{ available: "free", free: "free", active: "free", unused: "free", new: "free" },
  ...{ reserved: "reserved", held: "reserved", hold: "reserved", pending: "reserved" },
  ...{ sold: "sold", delivered: "sold", used: "sold", approved: "sold" },
};
const NAMES = ["id", "ID", "value", "accountId", "text"];

/** Reads an item of a list of IDs. A hole has no values. */
export function readOldId(item: unknown): OldId {
  if (item === null || item === "") return { values: [], state: "free", oddities: ["listWithHoles"] };
  const fields = fieldsOf(item);
  if (!fields) return { ...readValue(item), state: "free" };

  const read = readValue(NAMES.map((name) => fields[name]).find((value) => value !== undefined && value !== null));
  const state = stateOf(fields.status ?? fields.state);
  return {
    values: read.values,
    state,
    oddities: [...read.oddities, "idAsObject", ...(state === "unknown" ? (["idStatusUnknown"] as const) : [])],
  };
}

/** Whether beside a name in a list there is nothing but a yes or no: then the name is the ID. */
export function isIdAsName(name: string, item: unknown): boolean {
  return typeof item === "boolean" && !ITEM.test(name);
}

/** Reads such an ID. Nobody can tell what a no means: it is not sold. */
export function readIdAsName(name: string, item: unknown): OldId {
  const { values, oddities } = readValue(name);
  return {
    values,
    state: item === true ? "free" : "unknown",
    oddities: [...oddities, "idAsName", ...(item === true ? [] : (["idStatusUnknown"] as const))],
  };
}

/** The IDs of a list that an order has, whole and in their order: what was handed over is not judged. A yes or no is none. */
export function valuesOf(list: unknown): string[] {
  const fields = fieldsOf(list);
  const items = fields ? Object.entries(fields).map(([name, item]) => (isIdAsName(name, item) ? name : item)) : listOf(list);
  return items.map(textOf).flatMap((text) => (typeof text === "boolean" ? [] : linesOf(readText(text) ?? "")));
}

/** Whether an ID of such a list holds what cannot be kept. */
export function isAnyUnclean(items: readonly unknown[]): boolean {
  return items.some((item) => isUnclean(textOf(item)));
}

function textOf(item: unknown): unknown {
  const fields = fieldsOf(item);
  return fields ? NAMES.map((name) => fields[name]).find((value) => value !== undefined) : item;
}

function readValue(value: unknown): Pick<OldId, "values" | "oddities"> {
  const text = typeof value === "boolean" ? null : readText(value);
  const lines = linesOf(text ?? "");
  if (lines.length === 0 || lines.some((line) => line.length > ID_MAX_LENGTH)) return { values: [], oddities: ["idUnreadable"] };

  const oddities: Oddity[] = [];
  if (typeof value === "number") oddities.push("idAsNumber");
  if (isUnclean(value)) oddities.push("textCleaned");
  if (lines.length > 1) oddities.push("idOfLines");
  return { values: lines, oddities };
}

function linesOf(text: string): string[] {
  return text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function stateOf(status: unknown): OldIdState {
  if (status === undefined || status === null || status === "") return "free";
  const word = (readText(status) ?? "").toLowerCase();
  return (Object.hasOwn(states, word) ? states[word] : undefined) ?? "unknown";
}
