import type { MadeApiKey } from "#shop/api-keys/make-api-key.server.ts";
import { CopyWhole } from "#web/parts/text/copyable.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { useComeIntoView } from "../frame/use-come-into-view.ts";

/** A new key, shown only once, with an example of its use. */
export function ApiKeyMade({ made: { name, key }, origin }: { made: MadeApiKey; origin: string }) {
  const comes = useComeIntoView(true);
  return (
    <Sheet {...comes} title={`Your API key “${name}”`} aria-label="Your new API key" className="border-action outline-none">
      <p>
        <strong>Copy it now: it is not shown again.</strong> Whoever has it can do what it was made for. Keep it where your program keeps
        its other secrets, never in its source, and revoke it here when you do not need it any more.
      </p>
      <p translate="no" className="code code-block sm:text-lg">
        {key}
      </p>
      <div className="flex flex-wrap gap-2 max-sm:flex-col">
        <CopyWhole text={key} label="Copy the key" />
      </div>
      <p className="text-soft">It goes into a header of each call:</p>
      <p translate="no" className="code code-block text-sm">
        {`curl ${origin}/api/products -H "Authorization: Bearer ${key.slice(0, 7)}…"`}
      </p>
    </Sheet>
  );
}
