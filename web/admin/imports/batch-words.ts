import { type BatchState, type ListedBatch, leftOf } from "#shop/stock/batch.ts";
import type { LineSort } from "#shop/stock/line-sorts.ts";
import type { Tone } from "#web/ui/badge.tsx";
import type { IconName } from "#web/ui/icon.tsx";

/** What an admin reads of each kind of line that the check of an import tells apart. */
export const sortWords: Record<LineSort, { label: string; text: string }> = {
  new: { label: "New", text: "The shop has never had them." },
  removed: { label: "Taken out before", text: "They left the shop before anybody got them, and can come back." },
  odd: {
    label: "Odd characters",
    text: "They hold characters that nobody sees, or that look like others. What is odd is written out, such as ⟨U+200B⟩.",
  },
  unlike: { label: "Not like the pattern", text: "They do not match what this product's IDs look like." },
  repeated: { label: "Twice in what you gave", text: "Each ID comes once." },
  inStock: { label: "In the stock already", text: "This product has them, for sale or reserved." },
  elsewhere: { label: "With another product", text: "Another product of this shop has them." },
  handedOver: { label: "Delivered before", text: "They were delivered once, or set aside as faulty, and are never sold again." },
  tooLong: { label: "Too long", text: "No ID is as long as that." },
};

type StateSignal = { word: string; tone: Tone; icon: IconName };

/** Where an import is, as a badge says it. */
export function stateSignalOf(batch: Pick<ListedBatch, "state" | "ids" | "delivered" | "setAside">): StateSignal {
  return batch.state === "undone" && leftOf(batch) > 0 ? undoneInPart : batchStateSignals[batch.state];
}

/** Of those that were in an order when the others were taken out, some are held or for sale. */
const undoneInPart: StateSignal = { word: "Undone in part", tone: "amber", icon: "clock" };

const batchStateSignals: Record<BatchState, StateSignal> = {
  draft: { word: "Checked", tone: "slate", icon: "search" },
  adding: { word: "Not complete", tone: "amber", icon: "clock" },
  added: { word: "Added", tone: "green", icon: "done" },
  undoing: { word: "Being undone", tone: "amber", icon: "clock" },
  undone: { word: "Undone", tone: "slate", icon: "ban" },
};

/** The address of an import. */
export function batchPath(batchId: string): string {
  return `/admin/batches/${encodeURIComponent(batchId)}`;
}
