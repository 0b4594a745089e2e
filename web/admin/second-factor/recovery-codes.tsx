import { CopyWhole } from "#web/parts/text/copyable.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { useComeIntoView } from "../frame/use-come-into-view.ts";

/** The recovery codes, shown only once. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  const comes = useComeIntoView(true);
  return (
    <Sheet {...comes} title="Your recovery codes" aria-label="Your recovery codes" className="border-action outline-none">
      <p>
        <strong>Write these down now: they are not shown again.</strong> Each lets you in once when you do not have your device. Keep them
        away from it, on paper or in a password manager.
      </p>
      <ol translate="no" className="code code-block recovery-codes text-sm min-[400px]:text-base sm:text-lg">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2 max-sm:flex-col">
        <CopyWhole text={codes.join("\n")} label="Copy all" />
        <LinkButton to="/admin/dashboard">I have written them down</LinkButton>
      </div>
    </Sheet>
  );
}
