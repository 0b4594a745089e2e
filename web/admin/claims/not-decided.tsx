import type { SeveralDecided } from "#web/admin/orders/bulk/decide-chosen.ts";
import type { Answer } from "#web/parts/forms/use-answer.ts";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";

/** The chosen claims that were not decided, and why, unless the bar of *Undo* says it. [S15.9] */
export function NotDecided({ answer }: { answer: (Answer & { isSaid?: boolean }) | undefined }) {
  const texts = useTexts("adminClaims");
  if (!answer?.ok || answer.isSaid) return null;
  const { failed = [] } = (answer.value ?? {}) as Partial<SeveralDecided>;
  if (failed.length === 0) return null;
  return (
    <Alert kind="error">
      {texts("notDecided", { n: failed.length })}
      <ul className="mt-1 list-disc ps-5">
        {failed.map(({ requestCode: name, sentence }) => (
          <li key={name}>
            <span translate="no" className="code">
              {name}
            </span>
            : {sentence}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
