import { saveSection } from "#web/admin/settings/save-section.server.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import type { Route } from "./+types/how-to-pay.ts";

export { default, loader, meta } from "./request-method.tsx";

/** Changes the text of how to pay: POST /admin/payment-methods/request/how-to-pay. [S1.4] [S1.8] [S10.1] */
export function action({ request, context }: Route.ActionArgs) {
  return saveSection(request, context, "how-to-pay");
}

export const clientAction = withToast("failedToSaveSettings");
