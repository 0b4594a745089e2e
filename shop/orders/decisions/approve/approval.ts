import { ID_MAX_LENGTH } from "#shop/catalogue/constants.ts";
import type { PendingOrder } from "#shop/orders/order.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { canonicalId, readId } from "#shop/stock/ids/id.ts";
import type { ApprovalForm } from "../decision-forms.ts";
import { isOrdinary, type Judged } from "./ordinary.ts";

/**
 * `ordinaryAlone`: approve only an ordinary order, because several are approved at once and nobody
 * looks at each.
 */
export type OrdinaryAlone = { ordinaryAlone?: boolean };

/**
 * Whether a pending order may be approved with these IDs. Refuses a number of IDs that was not
 * ordered or an ID given twice, however it is spelled (`exactlyNIds`), an ID that is too long
 * (`idTooLong`), an amazon order without proof (`proofRequired`), and a payment that failed
 * verification until the admin confirms (`verificationFailedConfirm`). [S5.4] [S5.5] [S4.9]
 */
export function approve(
  order: PendingOrder<unknown, object> & Judged,
  form: Pick<ApprovalForm, "ids" | "confirmed"> & OrdinaryAlone,
): Result<string[], "exactlyNIds" | "idTooLong" | "proofRequired" | "verificationFailedConfirm" | "orderNotOrdinary"> {
  const { ids } = form;
  if (form.ordinaryAlone && !isOrdinary(order)) return refused("orderNotOrdinary");
  if (order.paymentMethod === "amazon" && order.proof === null) return refused("proofRequired");
  if (ids.length !== order.quantity || new Set(ids.map(canonicalId)).size !== ids.length || ids.some((id) => readId(id) === null))
    return refused("exactlyNIds", { n: order.quantity });
  if (ids.some((id) => (readId(id)?.value.length ?? 0) > ID_MAX_LENGTH)) return refused("idTooLong", { n: ID_MAX_LENGTH });
  if (order.paymentVerified === false && !form.confirmed) return refused("verificationFailedConfirm");

  return ok(ids);
}
