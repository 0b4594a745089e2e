import { redirect } from "react-router";
import { mergeSupplier } from "#shop/stock/suppliers/change-supplier.server.ts";
import { SupplierForm } from "#shop/stock/suppliers/supplier.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/supplier-merging.ts";
import { supplierPath } from "./supplier-address.ts";

export { default, loader, meta } from "./supplier.tsx";

/**
 * Moves a supplier's imports to another one, whose page follows: POST
 * /admin/suppliers/:supplierId/merging. [S15.10]
 */
export function action(args: Route.ActionArgs) {
  return runAction(
    args,
    { form: SupplierForm, failed: "failedToProcessRequest", goTo: ({ id }: { id: string }) => redirect(supplierPath(id), 303) },
    ({ services, visitor, params }, { name }) => mergeSupplier(services, visitor, params.supplierId, name),
  );
}
