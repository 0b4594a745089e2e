import { Form, useActionData, useNavigation } from "react-router";
import type { SecondFactor } from "#shop/accounts/second-factor/second-factor-of.server.ts";
import { besides } from "#web/parts/forms/refusal-alert.tsx";
import type { Answer } from "#web/parts/forms/use-answer.ts";
import { CodeField } from "#web/parts/session/code-field.tsx";
import { Copyable } from "#web/parts/text/copyable.tsx";
import { Button } from "#web/ui/button.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { useComeIntoView } from "../frame/use-come-into-view.ts";

type BeingSetUp = Extract<SecondFactor, { state: "beingSetUp" }>;
type Props = { factor: BeingSetUp; refusal: Extract<Answer, { ok: false }> | null };

/**
 * The key as a QR code, as a link for an app on this device, and as text; and a field for the first
 * code, which confirms it.
 */
export function SecondFactorSetUp({ factor: { key, link, qr }, refusal }: Props) {
  const isBusy = useNavigation().formMethod === "POST";
  const comes = useComeIntoView(useActionData<Answer>()?.ok === true);
  return (
    <Sheet {...comes} title="Two steps" aria-label="Two steps" className="outline-none">
      <div className="grid gap-6 sm:grid-cols-[auto_1fr]">
        <QrCode rows={qr} />
        <div className="flex min-w-0 flex-col gap-3">
          <p>
            <strong>1.</strong> Scan this picture with your authenticator app.
          </p>
          <p>
            The app is on this device?{" "}
            <a href={link} className="touch-link font-medium underline">
              Open it with this link
            </a>
          </p>
          <p>Or type this key into it:</p>
          <Copyable text={key} name="key" />
        </div>
      </div>
      <Form
        method="post"
        action="/admin/second-factor/confirmation"
        aria-label="Confirm the second factor"
        className="flex max-w-md flex-col gap-4"
      >
        <p>
          <strong>2.</strong> Type the code that the app now shows. Then the second factor counts.
        </p>
        <CodeField error={besides(refusal, "code")} />
        <Button type="submit" icon="check" isBusy={isBusy} className="sm:self-start">
          Confirm
        </Button>
      </Form>
    </Sheet>
  );
}

/** Dark on white in both themes, for cameras. */
function QrCode({ rows }: { rows: boolean[][] }) {
  const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      role="img"
      aria-label="The key as a QR code"
      shapeRendering="crispEdges"
      className="size-52 rounded-field bg-white"
    >
      <path d={dark.join("")} fill="black" />
    </svg>
  );
}
