import { and, asc, eq, isNull } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { orderUnits } from "#shop/orders/tables.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { isMasked, masked, readsIds, rightMissing, seesIds } from "#shop/rights.ts";
import { units } from "#shop/stock/tables.server.ts";
import type { ApprovalForm } from "../decision-forms.ts";

/**
 * The form of an approval with the IDs that it means: as given, or, of somebody who does not read
 * IDs whole, those that the order reserves, which such a form repeats as it was shown them. Who may
 * not see IDs can leave them out too, and is refused any other text, and to mark them as faulty
 * (`rightMissing`). [S13.5] [S13.6]
 */
export async function idsToDeliver(
  { vault }: Pick<Services, "vault">,
  tx: Tx,
  actor: Actor,
  order: { id: string },
  form: ApprovalForm,
): Promise<Result<ApprovalForm, "rightMissing" | "maskedIdGiven">> {
  if (readsIds(actor)) return ok(form);
  const rows = await tx
    .select({ value: units.value, print: units.fingerprint })
    .from(orderUnits)
    .innerJoin(units, eq(units.id, orderUnits.unitId))
    .where(and(eq(orderUnits.orderId, order.id), isNull(orderUnits.deliveredAt)))
    .orderBy(asc(orderUnits.unitId));
  const ids = rows.map(({ value, print }) => (value === null ? "" : vault.decrypt(placeOf("units.value", print), value)));
  const isAsShown = form.ids.length === ids.length && form.ids.every((id, at) => id === masked(ids[at] ?? "") || id === ids[at]);
  if (seesIds(actor) && (!isAsShown || form.faulty.length > 0)) return withWholeIds(form, ids);
  if ((form.ids.length > 0 && !isAsShown) || form.faulty.length > 0) return rightMissing("see-ids");
  return ok({ ...form, ids, idsConfirmed: true });
}

/**
 * The form of somebody who changed what was shown: what looks like one reserved ID alone means it.
 * Refuses what several, or none, look like (`maskedIdGiven`).
 */
function withWholeIds(form: ApprovalForm, reserved: readonly string[]): Result<ApprovalForm, "maskedIdGiven"> {
  const ids: string[] = [];
  for (const id of form.ids) {
    const [only, another] = reserved.filter((one) => one !== id && masked(one) === id);
    if (another !== undefined || (only === undefined && isMasked(id))) return refused("maskedIdGiven");
    ids.push(only ?? id);
  }
  return ok({ ...form, ids });
}
