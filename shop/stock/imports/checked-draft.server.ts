import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { ID_MAX_LENGTH } from "#shop/catalogue/constants.ts";
import { type IdPattern, matchesPattern } from "#shop/catalogue/id-pattern.ts";
import { about, type Refusal, refused } from "#shop/refusal.ts";
import { seesIds } from "#shop/rights.ts";
import { type Line, lookUp, type ObjectionToIds, objectionTo } from "../books/known-units.server.ts";
import { LINES_SHOWN } from "../constants.ts";
import { type ReadId, readId } from "../ids/id.ts";
import { oddCharactersOf } from "../ids/odd-characters.ts";
import type { CleanedIds } from "../parsing/id-list.ts";
import type { GivenLine } from "../parsing/read-given-ids.server.ts";
import { slicesOf } from "../slices.ts";
import type { CheckedDraft, LineSort, ShownLine } from "./line-kinds.ts";

type Needs = Pick<Services, "db" | "vault">;

/** The product that lines are for; its `id` is unknown to the shop if it is a new one. */
type ForProduct = { id: string; pattern: IdPattern };

type Read = GivenLine & { id: ReadId };
/** A line, the kind of line it is, the other spelling of its ID, and what the shop knows of it. */
export type CheckedLine = Read & { sort: LineSort; alike?: string; known?: Line };

/** What adding a draft's lines at once is refused for. */
type Objection = ObjectionToIds | Refusal<"idTooLong">;

/**
 * A draft with its values, each once, whose unknown ones are added under the lock; the reason not to
 * add any of them; and the lines that characters were removed from.
 */
type WholeDraft = CheckedDraft & { values: string[]; objection: Objection | null; cleaned?: CleanedIds };

/**
 * Turns given lines into a checked draft: what can be added to the product, and what is left out
 * and why, with line numbers. All ways in use it: the import, the page *Add IDs*, the product form
 * and the API. Locks nothing and writes nothing; an ID that is added meanwhile is found again under
 * the lock. Who may not see IDs does not learn where a known one is: it is left out. [S3.9] [S5.11]
 * [S13.4]
 */
export async function draftOf(services: Needs, actor: Actor, product: ForProduct, lines: readonly GivenLine[]): Promise<WholeDraft> {
  const draft = emptyDraft();
  const values: string[] = [];
  let objection: Objection | null = null;
  for await (const checked of checkedLines(services, actor, product, lines)) {
    for (const line of checked) {
      countIn(draft, line);
      if (line.sort !== "repeated" && line.sort !== "known") values.push(line.value);
      objection ??= objectionToLine(line, product.id);
    }
  }
  const first = draft.shown.flatMap(({ value, removed }) => (removed ? [{ value, removed }] : [])).slice(0, LINES_SHOWN);
  return { ...draft, values, objection, ...(draft.report.cleaned && { cleaned: { count: draft.report.cleaned, first } }) };
}

/** Yields the lines in slices, each with its kind. One query a slice. */
export async function* checkedLines(
  services: Needs,
  actor: Actor,
  product: ForProduct,
  lines: readonly GivenLine[],
): AsyncGenerator<CheckedLine[], void, undefined> {
  const seen: Seen = new Map();
  for (const slice of slicesOf(lines)) yield (await checkSlice(services, product, slice, seen)).map((line) => asTold(actor, line));
}

/** A draft without lines. */
export function emptyDraft(): CheckedDraft {
  return { report: {}, shown: [] };
}

/** Counts a line in the draft, and shows it if it is one of the first of its kind. */
export function countIn({ report, shown }: CheckedDraft, { sort, id, line, isOfFile, alike }: CheckedLine): void {
  report[sort] = (report[sort] ?? 0) + 1;
  const isCleaned = id.removed.length > 0;
  if (isCleaned) report.cleaned = (report.cleaned ?? 0) + 1;
  if (report[sort] > LINES_SHOWN && !(isCleaned && (report.cleaned ?? 0) <= LINES_SHOWN)) return;
  const found: ShownLine = { sort, value: id.value.slice(0, ID_MAX_LENGTH), line, isOfFile, ...(alike !== undefined && { alike }) };
  shown.push(isCleaned ? { ...found, removed: id.removed } : found);
}

/** Why a line keeps the whole list from being added at once; null if it is added or left out. */
function objectionToLine({ sort, id, alike, known }: CheckedLine, productId: string): Objection | null {
  if (sort === "tooLong") return about(refused("idTooLong", { n: ID_MAX_LENGTH }), "ids");
  if (sort === "alike") return about(refused("idAlike", { id: id.value, twin: alike ?? "" }), "ids");
  const objection = known ? objectionTo([known], productId) : null;
  return objection && about(objection, "ids");
}

/** The IDs seen so far: canonical form to its first spelling. */
type Seen = Map<string, string>;

async function checkSlice(services: Needs, product: ForProduct, slice: readonly GivenLine[], seen: Seen): Promise<CheckedLine[]> {
  const read = slice.flatMap((given): Read[] => {
    const id = readId(given.value);
    return id ? [{ ...given, id }] : [];
  });
  const lines = await lookUp(services, services.db, [...new Set(read.filter(isShort).map(({ value }) => value))]);
  const found = new Map(lines.map((line) => [line.given, line]));
  return read.map((given) => {
    const { value, canonical } = given.id;
    if (!isShort(given)) return { ...given, sort: "tooLong" };
    const earlier = seen.get(canonical);
    if (earlier === undefined) seen.set(canonical, value);
    else return earlier === value ? { ...given, sort: "repeated" } : { ...given, sort: "alike", alike: earlier };
    const known = found.get(given.value);
    if (known && known.alike !== null && known.unit?.withdrawn !== "removed") return { ...given, sort: "alike", alike: known.alike, known };
    return { ...given, sort: sortInBooks(known, product.id) ?? sortByPattern(value, product.pattern), known };
  });
}

/** A line as this person is told of it: where a known ID is, and how it is spelled, is for who may see IDs. [S13.4] */
function asTold(actor: Actor, line: CheckedLine): CheckedLine {
  const { alike: _, known, ...rest } = line;
  const isInBooks = known !== undefined && sortsInBooks.includes(line.sort);
  return isInBooks && !seesIds(actor) ? { ...rest, sort: "known" } : line;
}

const sortsInBooks: readonly LineSort[] = ["alike", "inStock", "elsewhere", "handedOver"];

function isShort({ id }: Read): boolean {
  return id.value.length <= ID_MAX_LENGTH;
}

/** Classifies a line by what the shop already knows; null if the ID is new. */
function sortInBooks(line: Line | undefined, productId: string): LineSort | null {
  if (line?.isErased) return "handedOver";
  if (!line?.unit) return null;
  if (line.unit.isDelivered || line.unit.withdrawn === "faulty" || line.unit.withdrawn === "recalled") return "handedOver";
  if (line.unit.withdrawn === "removed") return "removed";
  return line.unit.productId === productId ? "inStock" : "elsewhere";
}

function sortByPattern(value: string, pattern: IdPattern): LineSort {
  if (oddCharactersOf(value).length > 0) return "odd";
  return pattern.length > 0 && !matchesPattern(pattern, value) ? "unlike" : "new";
}
