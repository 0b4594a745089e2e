import { DAY_MS } from "#shop/constants.ts";
import { isOfWrongClock } from "../stored-backups.ts";

/** A copy of the whole database in its place, and the first and last segment of the log that it needs. */
type StoredBase = { startSegment: string; stopSegment: string; madeAt: Date; mark: string; pieces: string[] };

/** A segment of the log in its place, and when PostgreSQL finished it. */
type StoredSegment = { name: string; key: string; at: Date };

/**
 * The log (WAL) of one database without a gap, and copies of the database to begin with. A new
 * lineage begins where the log does not go on: after a restore, a gap, or another passphrase.
 */
export type Lineage = {
  id: string;
  segments: Map<string, StoredSegment>;
  bases: StoredBase[];
  unfinished: { key: string; storedAt: Date }[];
};

/** What a restore needs: a copy, and the segments that go on from it. */
export type StoredPoint = {
  lineage: string;
  base: StoredBase;
  segments: StoredSegment[];
  /** When the newest segment was finished. */
  newestAt: Date;
  /** How many later segments are of no use, because one before them is missing. */
  unusable: number;
};

const MOMENT = "(\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\dZ)";
const SEGMENT = "[0-9A-F]{24}";
const SEGMENT_NAME = new RegExp(`^${SEGMENT}$`);
const KEY = new RegExp(`^([\\w-]+)/(?:wal/(${SEGMENT})-${MOMENT}|base-(${SEGMENT})/(?:(\\d{5})|made-${MOMENT}-(${SEGMENT})))$`);
/** How many segments PostgreSQL counts with the last eight digits of a name. */
const SEGMENTS_PER_STEP = 256;
const SECOND_MS = 1_000;

/** Whether a file of PostgreSQL's archive is a segment of the log. */
export function isSegment(name: string): boolean {
  return SEGMENT_NAME.test(name);
}

/** The name of the segment after this one, on the same timeline. */
export function nextSegment(name: string): string {
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, "0");
  const next = Number.parseInt(name.slice(8, 16), 16) * SEGMENTS_PER_STEP + Number.parseInt(name.slice(16), 16) + 1;
  return name.slice(0, 8) + hex(Math.floor(next / SEGMENTS_PER_STEP)) + hex(next % SEGMENTS_PER_STEP);
}

/**
 * The keys under which the parts of a log are stored. Times stand in them, because a copied folder
 * gives its files new ones.
 */
export const walKeys = {
  segment: (lineage: string, name: string, at: Date) => `${lineage}/wal/${name}-${timeIn(at)}`,
  piece: (lineage: string, startSegment: string, number: number) => `${lineage}/base-${startSegment}/${String(number).padStart(5, "0")}`,
  /** The mark says that a copy is complete, and has its time in the name, rounded up to a second. */
  mark: (lineage: string, { startSegment, stopSegment, madeAt }: Pick<StoredBase, "startSegment" | "stopSegment" | "madeAt">) =>
    `${lineage}/base-${startSegment}/made-${timeIn(new Date(Math.ceil(madeAt.getTime() / SECOND_MS) * SECOND_MS))}-${stopSegment}`,
};

/** A time as it stands in names, to the second. */
export function timeIn(at: Date): string {
  return `${at.toISOString().slice(0, 19).replaceAll(":", "-")}Z`;
}

function readTime(text: string): Date {
  return new Date(text.replace(/T(\d\d)-(\d\d)-/, "T$1:$2:"));
}

/** Sorts what lies in a place; anything else there is ignored. */
export function readStored(files: readonly { key: string; storedAt: Date }[]): Lineage[] {
  const lineages = new Map<string, Lineage>();
  const copies = new Map<string, { lineage: Lineage; mark: Omit<StoredBase, "pieces"> | null; files: { key: string; storedAt: Date }[] }>();
  for (const { key, storedAt } of [...files].sort((one, other) => (one.key < other.key ? -1 : 1))) {
    const [, id, segment, finished = "", startSegment, , made = "", stopSegment] = KEY.exec(key) ?? [];
    if (id === undefined) continue;
    const lineage: Lineage = lineages.get(id) ?? { id, segments: new Map(), bases: [], unfinished: [] };
    lineages.set(id, lineage);
    if (segment !== undefined) lineage.segments.set(segment, { name: segment, key, at: readTime(finished) });
    if (startSegment === undefined) continue;
    const copy = copies.get(`${id}/${startSegment}`) ?? { lineage, mark: null, files: [] };
    copies.set(`${id}/${startSegment}`, copy);
    copy.files.push({ key, storedAt });
    if (stopSegment !== undefined) copy.mark = { startSegment, stopSegment, madeAt: readTime(made), mark: key };
  }
  for (const { lineage, mark, files } of copies.values()) {
    const pieces = files.map(({ key }) => key).filter((key) => key !== mark?.mark);
    const isWhole = pieces.length > 0 && pieces.every((key, n) => key === walKeys.piece(lineage.id, mark?.startSegment ?? "", n));
    if (mark !== null && isWhole) lineage.bases.push({ ...mark, pieces });
    else lineage.unfinished.push(...files);
  }
  return [...lineages.values()];
}

/**
 * The newest point that can be restored, or the one from which the shop at this time can be; null
 * if there is none. Lineages overlap where several shops store into one place, or a clock was wrong:
 * the one that goes on the longest counts, or one that reaches the wanted time.
 */
export function choosePoint(lineages: readonly Lineage[], { until, now }: { until: Date | null; now: Date }): StoredPoint | null {
  const points = lineages.flatMap((lineage) => pointsOf(lineage)).filter(({ base: { madeAt } }) => !isOfWrongClock(madeAt, now));
  const wanted = points.filter(({ base }) => until === null || base.madeAt <= until);
  const reach = ({ newestAt }: StoredPoint) => (until === null ? newestAt.getTime() : Number(newestAt >= until));
  const [best = null] = wanted.sort((one, other) => reach(other) - reach(one) || other.base.madeAt.getTime() - one.base.madeAt.getTime());
  return best;
}

/** The copies with all segments that they need. */
function pointsOf({ id, segments: stored, bases }: Lineage): StoredPoint[] {
  return bases.flatMap((base) => {
    const segments: StoredSegment[] = [];
    for (let next = stored.get(base.startSegment); next !== undefined; next = stored.get(nextSegment(next.name))) segments.push(next);
    const last = segments.at(-1);
    if (last === undefined || last.name < base.stopSegment) return [];
    const unusable = [...stored.keys()].filter((name) => name > last.name).length;
    return [{ lineage: id, base, segments, newestAt: last.at, unusable }];
  });
}

/**
 * The keys to delete once a copy was made at `at` in the lineage `current`: copies but those of the
 * last day and the newest before, and the segments that none of them needs. So any moment of the
 * last day can be restored. What was begun and not finished stays for a day. The marks go first: a
 * copy that loses its pieces must not look like one.
 */
export function walToDelete(
  lineages: readonly Lineage[],
  { current, at }: { current: string; at: Date },
): { marks: string[]; rest: string[] } {
  const bases = lineages.flatMap((lineage) => lineage.bases).filter(({ madeAt }) => !isOfWrongClock(madeAt, at));
  const isOfLastDay = ({ madeAt }: StoredBase) => at.getTime() - madeAt.getTime() < DAY_MS;
  const [newestBefore] = bases.filter((base) => !isOfLastDay(base)).sort((one, other) => other.madeAt.getTime() - one.madeAt.getTime());
  const old = new Set(bases.filter((base) => !isOfLastDay(base) && base !== newestBefore));
  const rest = lineages.flatMap((lineage) => {
    const stays = lineage.bases.filter((base) => !old.has(base)).map(({ startSegment }) => startSegment);
    const oldest = stays.sort()[0] ?? null;
    const isOld = (then: Date) => at.getTime() - then.getTime() >= DAY_MS;
    const isUnneeded = ({ name, at }: StoredSegment) => (oldest === null ? lineage.id !== current && isOld(at) : name < oldest);
    return [
      ...lineage.bases.filter((base) => old.has(base)).flatMap(({ pieces }) => pieces),
      ...lineage.unfinished.filter(({ storedAt }) => isOld(storedAt)).map(({ key }) => key),
      ...[...lineage.segments.values()].filter(isUnneeded).map(({ key }) => key),
    ];
  });
  return { marks: [...old].map(({ mark }) => mark), rest };
}
