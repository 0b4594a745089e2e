import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { findAdminOrder } from "#shop/orders/reading/admin-orders.server.ts";
import { type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
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
  if (!may(visitor, "decide-orders")) return rightMissing("decide-orders");
  const order = await findAdminOrder(services, visitor, requestCode);
  if (!order) return refused("orderNotFound");
  if (order.status !== "pending") return refused("orderNotPending", { status: order.status });

  const ids = order.reservedIds.map(({ value }) => value);
  const form: ApprovalForm & OrdinaryAlone = { ids, faulty: [], downloadLink: null, confirmed: false, ordinaryAlone: true };
  return approveOrder(services, visitor, requestCode, form);
}
