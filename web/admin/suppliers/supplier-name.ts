import { renameSupplier } from "#shop/stock/suppliers/change-supplier.server.ts";
import { SupplierForm } from "#shop/stock/suppliers/supplier.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { typedFields } from "#web/parts/forms/typed-fields.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/supplier-name.ts";

export { default, loader, meta } from "./supplier.tsx";

/** Renames a supplier: POST /admin/suppliers/:supplierId/name. [S15.10] */
export function action(args: Route.ActionArgs) {
  return runAction(
    args,
    { form: SupplierForm, failed: "failedToProcessRequest", done: "supplierChanged", typed: typedFields },
    ({ services, visitor, params }, { name }) => renameSupplier(services, visitor, params.supplierId, name),
  );
}

export const clientAction = withToast("failedToProcessRequest");
