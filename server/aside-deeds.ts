import { type MovingOrder, moveUploaded } from "#shop/moving-in/move-uploaded.server.ts";

/** The deeds that are done aside, by their names. */
export const asideDeeds = (services: Parameters<typeof moveUploaded>[0]) => ({
  "moving-in": (order: MovingOrder) => moveUploaded(services, order),
});
