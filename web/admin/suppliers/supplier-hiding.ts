import { hideSupplier } from "#shop/stock/suppliers/change-supplier.server.ts";
import { SupplierHiding } from "#shop/stock/suppliers/supplier.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/supplier-hiding.ts";

export { default, loader, meta } from "./supplier.tsx";

/** Hides a supplier or shows it again: POST /admin/suppliers/:supplierId/hiding. [S15.10] */
export function action(args: Route.ActionArgs) {
  return runAction(
    args,
    { form: SupplierHiding, failed: "failedToProcessRequest", done: "supplierChanged" },
    ({ services, visitor, params }, { hidden }) => hideSupplier(services, visitor, params.supplierId, hidden),
  );
}

export const clientAction = withToast("failedToProcessRequest");
