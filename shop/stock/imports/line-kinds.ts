/**
 * The kinds of lines that a check distinguishes; the first that applies wins. Lines of the first
 * four kinds can be added. Who may not see IDs is told `known` of every ID of the shop. [S13.4]
 */
export const lineSorts = [
  "new",
  "removed",
  "odd",
  "unlike",
  "repeated",
  "alike",
  "known",
  "inStock",
  "elsewhere",
  "handedOver",
  "tooLong",
] as const;
export type LineSort = (typeof lineSorts)[number];

/** The kinds that an admin may choose to add. */
export const choosableSorts = ["new", "removed", "odd", "unlike"] as const satisfies readonly LineSort[];
export type ChoosableSort = (typeof choosableSorts)[number];

/**
 * Lines per kind; a missing kind means none. `added`: IDs added in the end; `cleaned`: lines that
 * characters were removed from.
 */
export type BatchReport = Partial<Record<LineSort | "added" | "cleaned", number>>;

/** A line waiting to be added, as it was given; stored encrypted. */
export type WaitingLine = [sort: ChoosableSort, value: string];

/**
 * A line on the page of an import, as it would be stored, with its position. `removed` lists the
 * removed characters; `alike` is the existing spelling of the same ID.
 */
export type ShownLine = { sort: LineSort; value: string; line: number; isOfFile: boolean; removed?: string[]; alike?: string };

/**
 * Lines that were checked before anything is added: how many of each kind, and the first of each
 * kind to show.
 */
export type CheckedDraft = { report: BatchReport; shown: ShownLine[] };

/** The lines of one kind: how many, and the first of them. */
export type LinesOfKind = { sort: LineSort; count: number; first: ShownLine[] };

/** The kinds that lines of a draft are of, in the order of `lineSorts`. */
export function kindsIn({ report, shown }: CheckedDraft): LinesOfKind[] {
  return lineSorts.flatMap((sort) => {
    const count = report[sort] ?? 0;
    return count > 0 ? [{ sort, count, first: shown.filter((line) => line.sort === sort) }] : [];
  });
}

/** Whether lines of this kind can be added. */
export function isChoosable({ sort }: Pick<LinesOfKind, "sort">): boolean {
  return choosableSorts.some((one) => one === sort);
}
