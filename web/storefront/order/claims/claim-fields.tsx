import { ORDER_MESSAGE_MAX_LENGTH } from "#shop/constants.ts";
import type { ClaimReason } from "#shop/orders/claims/claim.ts";
import { besides } from "#web/parts/forms/besides.ts";
import { isAbout } from "#web/parts/forms/refusal-alert.tsx";
import type { TypedAnswer } from "#web/parts/forms/typed-fields.ts";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { reasonTexts } from "#web/parts/order/claim-reasons.ts";
import { MessagePictureField } from "#web/parts/order/message-picture-field.tsx";
import { Exact } from "#web/parts/text/exact.tsx";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextareaField } from "#web/ui/fields/text-field.tsx";

type Props = {
  action: string;
  ids: { value: string; place: number }[];
  /** The ID that the buyer came from. */
  place: number;
  reasons: readonly ClaimReason[];
  answered: TypedAnswer | undefined;
};

/** The IDs to tick, the reasons and the words. What was typed stays if it is refused. [S15.2] */
export function ClaimFields({ action, ids, place, reasons, answered }: Props) {
  const texts = useTexts("orderClaims");
  const { Form, isBusy, refusal } = useAnswer(answered, () => {});
  const typed = answered?.ok === false ? answered.typed : undefined;
  const ticked = typed?.ids?.split("\n");
  const isTicked = (id: { value: string; place: number }) => (ticked ? ticked.includes(id.value) : ids.length === 1 || id.place === place);
  const wrongReason = besides(refusal, "reason");
  return (
    <Form method="post" action={action} encType="multipart/form-data" className="flex flex-col gap-5">
      {ids.length === 1 ? (
        <input type="hidden" name="ids" value={ids[0]?.value} />
      ) : (
        <fieldset className="flex flex-col gap-1">
          <legend className="font-semibold">{texts("whichIds")}</legend>
          {ids.map((id) => (
            <label key={id.place} className="flex min-h-11 items-center gap-3">
              <input type="checkbox" name="ids" value={id.value} defaultChecked={isTicked(id)} className="checkbox" />
              <span>
                <span className="text-sm text-soft">{texts("place", { place: id.place })}</span> <Exact>{id.value}</Exact>
              </span>
            </label>
          ))}
          <p role="alert" className="field-error">
            {besides(refusal, "ids")}
          </p>
        </fieldset>
      )}
      <fieldset className="flex flex-col gap-1" aria-describedby={wrongReason ? "reason-error" : undefined}>
        <legend className="font-semibold">{texts("reason")}</legend>
        {reasons.map((reason) => (
          <label key={reason} className="flex min-h-11 items-center gap-3">
            <input type="radio" name="reason" value={reason} required defaultChecked={typed?.reason === reason} className="radio" />
            {texts(reasonTexts[reason])}
          </label>
        ))}
        <p id="reason-error" role="alert" className="field-error">
          {wrongReason}
        </p>
      </fieldset>
      <TextareaField
        label={texts("words")}
        hint={texts("wordsHint")}
        name="text"
        rows={3}
        maxLength={ORDER_MESSAGE_MAX_LENGTH}
        defaultValue={typed?.text}
        error={besides(refusal, "text")}
      />
      <MessagePictureField isNeeded={false} error={besides(refusal, "picture")} />
      {refusal && !isAbout(refusal, ["reason", "text", "picture", ...(ids.length > 1 ? ["ids"] : [])]) && (
        <Alert kind="error">{refusal.sentence}</Alert>
      )}
      <Button type="submit" icon="send" isBusy={isBusy} className="self-start">
        {texts("send")}
      </Button>
    </Form>
  );
}
