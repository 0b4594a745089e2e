import type { KeyIn } from "#messages/texts.ts";
import { type BatchState, type BatchWay, type ListedBatch, leftOf } from "#shop/stock/imports/batch.ts";
import type { LineSort } from "#shop/stock/imports/line-kinds.ts";
import type { Tone } from "#web/ui/badge.tsx";
import type { IconName } from "#web/ui/icon.tsx";

type Key = KeyIn<"adminImports">;

/** Label and explanation of each kind of line that the check of an import finds. */
export const sortWords: Record<LineSort, { label: Key; text: Key }> = {
  new: { label: "sortNew", text: "sortNewText" },
  removed: { label: "sortRemoved", text: "sortRemovedText" },
  odd: { label: "sortOdd", text: "sortOddText" },
  unlike: { label: "sortUnlike", text: "sortUnlikeText" },
  repeated: { label: "sortRepeated", text: "sortRepeatedText" },
  alike: { label: "sortAlike", text: "sortAlikeText" },
  known: { label: "sortKnown", text: "sortKnownText" },
  inStock: { label: "sortInStock", text: "sortInStockText" },
  elsewhere: { label: "sortElsewhere", text: "sortElsewhereText" },
  handedOver: { label: "sortHandedOver", text: "sortHandedOverText" },
  tooLong: { label: "sortTooLong", text: "sortTooLongText" },
};

/** What a batch was added by. */
export const wayWords: Record<BatchWay, Key> = { import: "import", page: "addIds", product: "productForm", api: "api" };

type StateSignal = { word: Key; tone: Tone; icon: IconName };

/** Label, colour and icon of an import's state: first of all, whether it is recalled. */
export function stateSignalOf(batch: Pick<ListedBatch, "state" | "isRecalled" | "ids" | "delivered" | "withdrawn">): StateSignal {
  if (batch.isRecalled) return recalled;
  return batch.state === "undone" && leftOf(batch) > 0 ? undoneInPart : batchStateSignals[batch.state];
}

const recalled: StateSignal = { word: "recalled", tone: "red", icon: "alert" };

/** Some IDs were in an order when the others were removed; they are still reserved or for sale. */
const undoneInPart: StateSignal = { word: "undoneInPart", tone: "amber", icon: "clock" };

const batchStateSignals: Record<BatchState, StateSignal> = {
  draft: { word: "checked", tone: "slate", icon: "search" },
  adding: { word: "notComplete", tone: "amber", icon: "clock" },
  added: { word: "added", tone: "green", icon: "done" },
  undoing: { word: "beingUndone", tone: "amber", icon: "clock" },
  undone: { word: "undone", tone: "slate", icon: "ban" },
};

export function batchPath(batchId: string): string {
  return `/admin/batches/${encodeURIComponent(batchId)}`;
}
