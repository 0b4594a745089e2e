import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { type Result, refused } from "#shop/refusal.ts";
import { findAdminOrder } from "./admin-orders.server.ts";
import type { OrdinaryAlone } from "./approval.ts";
import { approveOrder } from "./approve-order.server.ts";
import type { SeveralApproved } from "./approve-several.ts";
import type { ApprovalForm } from "./order-form.ts";

type Needs = Pick<Services, "db" | "vault" | "now" | "mail" | "jobs">;

/**
 * Approves an ordinary order with the IDs reserved for it, as they are, by the same deed and in a transaction of its own. Refuses one whose payment
 * somebody has to judge. For admins. [S4.1]
 */
export async function approveAsReserved(services: Needs, visitor: Visitor, requestCode: string): Promise<Result<null>> {
  if (visitor.kind !== "admin") return refused("adminsOnly");
  const order = await findAdminOrder(services, requestCode);
  if (!order) return refused("orderNotFound");

  const ids = order.reservedIds.map(({ value }) => value);
  const form: ApprovalForm & OrdinaryAlone = { ids, faulty: [], downloadLink: null, confirmed: false, ordinaryAlone: true };
  return approveOrder(services, visitor, requestCode, form);
}

/** The world broke while an order was approved. */
type Failed = { ok: false; kind: "failed"; sentence: string };

/**
 * Approves several orders, one after the other, and tells what became of each. What one is refused does not keep the others; after a failure the
 * rest is not tried, and fails with the same sentence.
 */
export async function approveSeveral(
  requestCodes: string[],
  approve: (requestCode: string) => Promise<Result<null> | Failed>,
): Promise<SeveralApproved> {
  const several: SeveralApproved = { approved: [], failed: [] };
  let broken: Failed | null = null;
  for (const requestCode of requestCodes) {
    const approval: Result<null> | Failed = broken ?? (await approve(requestCode));
    if (approval.ok) several.approved.push(requestCode);
    else several.failed.push({ requestCode, sentence: approval.sentence });
    if (!approval.ok && approval.kind === "failed") broken = approval;
  }
  return several;
}
