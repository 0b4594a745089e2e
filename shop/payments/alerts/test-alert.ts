import { z } from "zod";
import type { Actor } from "#shop/actor.ts";
import { ok, type Result } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { ALERT_MAX_BYTES } from "./constants.ts";
import { type ReadAlert, readAlert } from "./read-alert.ts";

/** A message that an owner pastes, to see what the shop reads. [S16.1] */
export const AlertTestForm = z.object({ text: z.string().trim().min(1, "fieldRequired").max(ALERT_MAX_BYTES) });

/** Says what the shop reads in a message. For owners. [S16.1] */
export function testAlert(actor: Actor, { text }: z.output<typeof AlertTestForm>): Result<ReadAlert, "rightMissing"> {
  return may(actor, "own-shop") ? ok(readAlert(text)) : rightMissing("own-shop");
}
