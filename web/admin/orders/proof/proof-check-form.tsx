import { NOTE_MAX_LENGTH, USER_ID_SHOWN_LENGTH } from "#shop/constants.ts";
import type { AdminOrder } from "#shop/orders/order-view.ts";
import { Price } from "#web/parts/price.tsx";
import { useAnswer } from "#web/parts/use-answer.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Facts } from "#web/ui/sheet.tsx";
import { TextareaField } from "#web/ui/text-field.tsx";
import { LooksLike } from "./looks-like.tsx";
import { ProofView } from "./proof-view.tsx";
import type { RequestAnswer } from "./request-answer.ts";
import { PaymentState } from "./request-payment.tsx";
import { ShortCode } from "./request-short-code.tsx";
import { UsedBeforeWarning } from "./used-before.tsx";

type Props = {
  order: AdminOrder;
  currency: string;
  answered?: RequestAnswer | undefined;
  onDone: () => void;
  /** Keeps what is typed as a note, and gives it back when the form opens again. */
  note?: { typed: string | undefined; keep: (text: string) => void };
};

/**
 * What an admin looks at to judge a payment: the gift card's code beside its picture, with room for a note. Verifying needs a picture; rejecting
 * asks the buyer for a new one. [S2.31] [S4.9] [S6.5]
 */
export function ProofCheck({ order, currency, answered, onDone, note }: Props) {
  const { Form, isBusy, refusal } = useAnswer(answered, onDone);
  const typed = answered?.typed;
  return (
    <Form method="post" action={`/admin/orders/${order.requestCode}/proof-check`} className="flex flex-col gap-4">
      <input type="hidden" name="proofId" value={order.proofId ?? ""} />
      <UsedBeforeWarning order={order} />
      <div className="grid items-start gap-4 md:grid-cols-2">
        <div>
          <Facts
            rows={[
              ["Request Code", <ShortCode key="code" text={order.requestCode} name="request code" />],
              [
                "User ID",
                order.userId ? <ShortCode key="user" text={order.userId} name="user ID" length={USER_ID_SHOWN_LENGTH} /> : "guest",
              ],
              ["Product", `${order.productName} ×\u00a0${order.quantity}`],
              ["Amount", <Price key="amount" paise={order.totalPaise} label={currency} />],
              [
                "Gift Card Code",
                order.giftCardCode ? <ShortCode key="gift" text={order.giftCardCode} name="gift card code" /> : "Not provided",
              ],
            ]}
          />
          <PaymentState order={order} />
        </div>
        <ProofView key={order.proofId} order={order} />
      </div>
      <LooksLike order={order} />
      <TextareaField
        name="note"
        label="Notes"
        hint="Kept with the order. Only admins read what you write when you reject."
        rows={3}
        maxLength={NOTE_MAX_LENGTH}
        defaultValue={note?.typed ?? typed?.note}
        onChange={(event) => note?.keep(event.target.value)}
      />
      {refusal && <Alert kind="error">{refusal.sentence}</Alert>}
      <div className="flex flex-col gap-2 sm:flex-row sm:justify-end">
        <Button type="submit" name="verified" value="false" variant="dangerQuiet" icon="cross" isBusy={isBusy}>
          Reject Proof
        </Button>
        <Button type="submit" name="verified" value="true" icon="shield" disabled={!order.hasProof} isBusy={isBusy}>
          Verify Payment
        </Button>
      </div>
    </Form>
  );
}
