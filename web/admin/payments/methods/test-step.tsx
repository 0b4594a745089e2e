import { hasReported } from "#shop/payments/methods/payment-method.ts";
import type { ShownMethod } from "#shop/payments/methods/payment-methods.server.ts";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { useTexts } from "#web/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import type { MethodAnswer } from "./method-answer.ts";
import { Step } from "./steps.tsx";

/**
 * The step that asks the provider with the stored keys. Also a message of the provider shows that
 * they work, as long as it answers. [S10.1] [S10.11]
 */
export function TestStep({
  method,
  provider,
  canTest,
  answered,
}: {
  method: ShownMethod;
  provider: string;
  canTest: boolean;
  answered: MethodAnswer | undefined;
}) {
  const texts = useTexts("adminProviders");
  const { name, silentSince } = method;
  const { Form, isBusy, answer, refusal } = useAnswer(answered, () => {});
  const problem = problemIn(answer);
  const wrong = refusal?.sentence ?? (problem === null ? null : texts("notConnected", { why: problem }));
  const isConnected = answer?.ok === true && problem === null;
  return (
    <Step title={texts("testTitle")} isDone={isConnected || (wrong === null && hasReported(method) && silentSince === null)} isOpen>
      <p>{texts("testLead", { provider })}</p>
      {canTest ? (
        <Form method="post" action={`/admin/payment-methods/${name}/test`} className="flex flex-col items-start gap-2">
          <Button type="submit" variant="secondary" icon="send" isBusy={isBusy}>
            {texts("testConnection")}
          </Button>
          {isConnected && !isBusy && <p className="font-semibold text-green-ink">{answer.sentence}</p>}
          {wrong && !isBusy && (
            <p role="alert" className="field-error">
              {wrong}
            </p>
          )}
        </Form>
      ) : (
        <p className="text-soft">{texts("testFirst")}</p>
      )}
    </Step>
  );
}

/** Why the provider could not be reached with the keys, if the answer says so. */
function problemIn(answer: MethodAnswer | undefined): string | null {
  if (!answer?.ok || typeof answer.value !== "object" || answer.value === null) return null;
  const { problem } = answer.value as { problem?: unknown };
  return typeof problem === "string" ? problem : null;
}
