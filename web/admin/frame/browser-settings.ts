import { storedSwitch } from "#web/ui/store.ts";

/** Whether a sound is played for a new order; off until somebody switches it on. [S12.4] */
export const soundOfOrders = storedSwitch("sound-of-new-orders", false);

/** Whether decisions are held back for *Undo*; an admin who needs none switches it off. [S12.5] */
export const undoOfDecisions = storedSwitch("undo-of-decisions", true);

/** Whether single keys work in the queue; a person who dictates switches them off. [S12.6] */
export const keysOfQueue = storedSwitch("keys-of-the-queue", true);
