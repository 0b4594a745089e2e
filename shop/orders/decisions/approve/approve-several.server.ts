import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { findAdminOrder } from "#shop/orders/reading/admin-orders.server.ts";
import { type Refusal, type Result, refused } from "#shop/refusal.ts";
import type { ApprovalForm } from "../decision-forms.ts";
import type { OrdinaryAlone } from "./approval.ts";
import { approveOrder } from "./approve-order.server.ts";

type Needs = Pick<Services, "db" | "vault" | "now" | "mail" | "jobs">;

/**
 * Approves an ordinary order with exactly the IDs reserved for it, through `approveOrder` and in
 * its own transaction. Refuses an order whose payment needs judgement (`orderNotOrdinary`). For
 * admins. [S4.1]
 */
export async function approveAsReserved(services: Needs, visitor: Visitor, requestCode: string): Promise<Result<null>> {
  if (visitor.kind !== "admin") return refused("adminsOnly");
  const order = await findAdminOrder(services, requestCode);
  if (!order) return refused("orderNotFound");
  if (order.status !== "pending") return refused("orderNotPending", { status: order.status });

  const ids = order.reservedIds.map(({ value }) => value);
  const form: ApprovalForm & OrdinaryAlone = { ids, faulty: [], downloadLink: null, confirmed: false, ordinaryAlone: true };
  return approveOrder(services, visitor, requestCode, form);
}

/** A failure while an order was approved. */
type Failed = { ok: false; kind: "failed" };

/**
 * The outcome: the codes of the approved orders, and for each of the others why it was not
 * approved.
 */
type Outcome<F> = { approved: string[]; failed: { requestCode: string; no: Refusal | F }[] };

/**
 * Approves several orders one after the other and reports the outcome of each. A refused order does
 * not stop the others. After a failure the rest is not attempted and fails with it.
 */
export async function approveSeveral<F extends Failed>(
  requestCodes: string[],
  approve: (requestCode: string) => Promise<Result<null> | F>,
): Promise<Outcome<F>> {
  const outcome: Outcome<F> = { approved: [], failed: [] };
  let broken: F | null = null;
  for (const requestCode of requestCodes) {
    const approval: Result<null> | F = broken ?? (await approve(requestCode));
    if (approval.ok) outcome.approved.push(requestCode);
    else outcome.failed.push({ requestCode, no: approval });
    if (!approval.ok && approval.kind === "failed") broken = approval as F;
  }
  return outcome;
}
