import { type BatchState, type ListedBatch, leftOf } from "#shop/stock/imports/batch.ts";
import type { LineSort } from "#shop/stock/imports/line-kinds.ts";
import type { Tone } from "#web/ui/badge.tsx";
import type { IconName } from "#web/ui/icon.tsx";

/** Label and explanation of each kind of line that the check of an import finds. */
export const sortWords: Record<LineSort, { label: string; text: string }> = {
  new: { label: "New", text: "The shop has never had them." },
  removed: { label: "Taken out before", text: "They left the shop before anybody got them, and can come back." },
  odd: {
    label: "Odd characters",
    text: "They hold characters that nobody sees, or that look like others. What is odd is written out, such as ⟨U+200B⟩.",
  },
  unlike: { label: "Not like the pattern", text: "They do not match what this product's IDs look like." },
  repeated: { label: "Twice in what you gave", text: "Each ID comes once." },
  alike: {
    label: "Same as another ID",
    text: "They are spelled differently, but they are the same IDs as those named here. An ID is sold only once.",
  },
  inStock: { label: "In the stock already", text: "This product has them, for sale or reserved." },
  elsewhere: { label: "With another product", text: "Another product of this shop has them." },
  handedOver: { label: "Delivered before", text: "They were delivered once, or withdrawn as faulty, and are never sold again." },
  tooLong: { label: "Too long", text: "No ID is as long as that." },
};

type StateSignal = { word: string; tone: Tone; icon: IconName };

/** Label, colour and icon of an import's state. */
export function stateSignalOf(batch: Pick<ListedBatch, "state" | "ids" | "delivered" | "withdrawn">): StateSignal {
  return batch.state === "undone" && leftOf(batch) > 0 ? undoneInPart : batchStateSignals[batch.state];
}

/** Some IDs were in an order when the others were removed; they are still reserved or for sale. */
const undoneInPart: StateSignal = { word: "Undone in part", tone: "amber", icon: "clock" };

const batchStateSignals: Record<BatchState, StateSignal> = {
  draft: { word: "Checked", tone: "slate", icon: "search" },
  adding: { word: "Not complete", tone: "amber", icon: "clock" },
  added: { word: "Added", tone: "green", icon: "done" },
  undoing: { word: "Being undone", tone: "amber", icon: "clock" },
  undone: { word: "Undone", tone: "slate", icon: "ban" },
};

export function batchPath(batchId: string): string {
  return `/admin/batches/${encodeURIComponent(batchId)}`;
}
