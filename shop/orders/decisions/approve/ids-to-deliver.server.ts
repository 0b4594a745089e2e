import { and, asc, eq, isNull } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { orderUnits } from "#shop/orders/tables.server.ts";
import { ok, type Result } from "#shop/refusal.ts";
import { masked, readsIds, rightMissing } from "#shop/rights.ts";
import { units } from "#shop/stock/tables.server.ts";
import type { ApprovalForm } from "../decision-forms.ts";

/**
 * The form of an approval with the IDs that it means: as given, or, of somebody who may not see
 * IDs, those that the order reserves, which such a form leaves out or repeats as it was shown them.
 * Refuses to mark them as faulty and any other text (`rightMissing`). [S13.5]
 */
export async function idsToDeliver(
  { vault }: Pick<Services, "vault">,
  tx: Tx,
  actor: Actor,
  order: { id: string },
  form: ApprovalForm,
): Promise<Result<ApprovalForm, "rightMissing">> {
  if (readsIds(actor)) return ok(form);
  const rows = await tx
    .select({ value: units.value, print: units.fingerprint })
    .from(orderUnits)
    .innerJoin(units, eq(units.id, orderUnits.unitId))
    .where(and(eq(orderUnits.orderId, order.id), isNull(orderUnits.deliveredAt)))
    .orderBy(asc(orderUnits.unitId));
  const ids = rows.map(({ value, print }) => (value === null ? "" : vault.decrypt(placeOf("units.value", print), value)));
  const isAsShown = form.ids.length === ids.length && form.ids.every((id, at) => id === masked(ids[at] ?? "") || id === ids[at]);
  if ((form.ids.length > 0 && !isAsShown) || form.faulty.length > 0) return rightMissing("see-ids");
  return ok({ ...form, ids, idsConfirmed: true });
}
