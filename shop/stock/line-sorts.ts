/** What the check of an import finds a line to be, the first that fits. Those of the first four can be added. */
export const lineSorts = ["new", "removed", "odd", "unlike", "repeated", "inStock", "elsewhere", "handedOver", "tooLong"] as const;
export type LineSort = (typeof lineSorts)[number];

/** Of the sorts, those whose lines may be added where the admin says so. */
export const choosableSorts = ["new", "removed", "odd", "unlike"] as const satisfies readonly LineSort[];
export type ChoosableSort = (typeof choosableSorts)[number];

/** How many lines there are of each sort; of a sort that is missing there is none. `added`: how many IDs came of them in the end. */
export type BatchReport = Partial<Record<LineSort | "added", number>>;

/** A line that waits to be added, as it is sealed. */
export type WaitingLine = [sort: ChoosableSort, value: string];

/** A line that the page of an import shows, with where it stood. */
export type ShownLine = { sort: LineSort; value: string; line: number; isOfFile: boolean };
