import type { MadeApiKey } from "#shop/api-keys/make-api-key.server.ts";
import { CopyWhole } from "#web/parts/text/copyable.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { useComeIntoView } from "../frame/use-come-into-view.ts";

/** A new key, shown only once, with an example of its use. */
export function ApiKeyMade({ made: { name, key }, origin }: { made: MadeApiKey; origin: string }) {
  const texts = useTexts("adminApiKeys");
  const comes = useComeIntoView(true);
  const call = `curl ${origin}/api/products -H "Authorization: Bearer ${key.slice(0, 7)}…"`;
  return (
    <Sheet {...comes} title={texts("yourKey", { name })} aria-label={texts("yourNewKey")} className="border-action outline-none">
      <p>{rich(texts, "copyKeyNow", { strong: (words) => <strong>{words}</strong> })}</p>
      <p translate="no" className="code code-block sm:text-lg">
        {key}
      </p>
      <div className="flex flex-wrap gap-2 max-sm:flex-col">
        <CopyWhole text={key} label={texts("copyKey")} />
      </div>
      <p className="text-soft">{texts("keyInHeader")}</p>
      <p translate="no" className="code code-block text-sm">
        {call}
      </p>
    </Sheet>
  );
}
