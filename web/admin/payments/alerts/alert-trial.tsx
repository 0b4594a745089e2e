import { priceText } from "#shop/money.ts";
import { ALERT_MAX_BYTES } from "#shop/payments/alerts/constants.ts";
import type { AlertCredit, ReadAlert } from "#shop/payments/alerts/read-alert.ts";
import { besides } from "#web/parts/forms/besides.ts";
import type { TypedAnswer } from "#web/parts/forms/typed-fields.ts";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { usePosted } from "#web/parts/forms/use-posted.ts";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextareaField } from "#web/ui/fields/text-field.tsx";
import { Facts, Sheet } from "#web/ui/sheet.tsx";

/** Pastes a message and shows what the shop reads in it; nothing is stored. [S16.1] */
export function AlertTrial() {
  const texts = useTexts("adminAlerts");
  const posted = usePosted<TypedAnswer>();
  const own = posted && (posted.ok ? readIn(posted.value) !== null : posted.typed?.text !== undefined) ? posted : undefined;
  const { Form, isBusy, answer, refusal } = useAnswer(own, () => {});
  const read = answer?.ok ? readIn(answer.value) : null;
  return (
    <Sheet title={texts("test")}>
      <p className="text-soft">{texts("testLead")}</p>
      <Form method="post" action="/admin/payment-methods/upi/alerts/test" aria-label={texts("test")} className="flex flex-col gap-4">
        <TextareaField
          label={texts("banksMessage")}
          name="text"
          rows={3}
          required
          maxLength={ALERT_MAX_BYTES}
          defaultValue={own && !own.ok ? own.typed?.text : undefined}
          error={besides(refusal, "text")}
        />
        <Button type="submit" variant="secondary" isBusy={isBusy} className="sm:self-start">
          {texts("tryIt")}
        </Button>
      </Form>
      {read && (
        <div role="status">
          {read.kind === "credit" ? (
            <Facts rows={rowsOf(read, texts)} />
          ) : (
            <Alert kind="info">{texts(read.kind === "none" ? "readNone" : "readUnreadable")}</Alert>
          )}
        </div>
      )}
    </Sheet>
  );
}

function rowsOf({ paise, account, utr, trust, day, isReversal }: AlertCredit, texts: ReturnType<typeof useTexts<"adminAlerts">>) {
  return [
    [texts("readAmount"), priceText(paise)],
    [texts("readAccount"), account ? `…${account}` : texts("notSaid")],
    [texts("readUtr"), utr ? (trust === "sure" ? utr : texts("unsureUtr", { utr })) : texts("notSaid")],
    [texts("readDay"), day ?? texts("notSaid")],
    isReversal && [texts("beware"), texts("readReversal")],
  ] as const satisfies (readonly [string, string] | false)[];
}

function readIn(value: unknown): ReadAlert | null {
  const hasKind = typeof value === "object" && value !== null && "kind" in value;
  return hasKind ? (value as ReadAlert) : null;
}
