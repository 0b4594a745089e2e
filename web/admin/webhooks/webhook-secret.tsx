import { CopyWhole } from "#web/parts/text/copyable.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { useComeIntoView } from "../frame/use-come-into-view.ts";

/** A webhook's secret, shown only once. */
export function WebhookSecret({ secret }: { secret: string }) {
  const comes = useComeIntoView(true);
  return (
    <Sheet {...comes} title="The webhook's secret" aria-label="The webhook's secret" className="border-action outline-none">
      <p>
        <strong>Keep it now: it is not shown again.</strong> The program that gets the webhook checks with it that a message is from this
        shop.
      </p>
      <p translate="no" className="code code-block break-all">
        {secret}
      </p>
      <div>
        <CopyWhole text={secret} label="Copy the secret" />
      </div>
    </Sheet>
  );
}
