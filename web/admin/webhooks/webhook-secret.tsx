import { CopyWhole } from "#web/parts/text/copyable.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { useComeIntoView } from "../frame/use-come-into-view.ts";

/** A webhook's secret, shown only once. */
export function WebhookSecret({ secret }: { secret: string }) {
  const texts = useTexts("adminWebhooks");
  const comes = useComeIntoView(true);
  return (
    <Sheet {...comes} title={texts("webhookSecret")} aria-label={texts("webhookSecret")} className="border-action outline-none">
      <p>{rich(texts, "webhookSecretHint", { strong: (words) => <strong>{words}</strong> })}</p>
      <p translate="no" className="code code-block break-all">
        {secret}
      </p>
      <div>
        <CopyWhole text={secret} label={texts("copySecret")} />
      </div>
    </Sheet>
  );
}
