import { CopyWhole } from "#web/parts/text/copyable.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { useComeIntoView } from "../frame/use-come-into-view.ts";

/** The recovery codes, shown only once. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  const texts = useTexts("adminSecondFactor");
  const comes = useComeIntoView(true);
  return (
    <Sheet {...comes} title={texts("yourCodes")} aria-label={texts("yourCodes")} className="border-action outline-none">
      <p>{rich(texts, "writeCodesDown", { strong: (words) => <strong>{words}</strong> })}</p>
      <ol translate="no" className="code code-block recovery-codes text-sm min-[400px]:text-base sm:text-lg">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2 max-sm:flex-col">
        <CopyWhole text={codes.join("\n")} label={texts("copyAll")} />
        <LinkButton to="/admin">{texts("codesWrittenDown")}</LinkButton>
      </div>
    </Sheet>
  );
}
