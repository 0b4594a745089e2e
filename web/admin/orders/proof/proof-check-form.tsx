import { USER_ID_SHOWN_LENGTH } from "#shop/constants.ts";
import { unlessErased } from "#shop/erased.ts";
import { NOTE_MAX_LENGTH } from "#shop/orders/constants.ts";
import type { AdminOrder } from "#shop/orders/reading/order-view.ts";
import { ShortCode } from "#web/admin/frame/short-code.tsx";
import { useMay } from "#web/admin/frame/use-may.ts";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { OwnText } from "#web/parts/text/own-text.tsx";
import { Price } from "#web/parts/text/price.tsx";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextareaField } from "#web/ui/fields/text-field.tsx";
import { Facts } from "#web/ui/sheet.tsx";
import type { DecisionAnswer } from "../decision-answer.ts";
import { PaymentState } from "./payment-state.tsx";
import { ProofView } from "./proof-view.tsx";
import { SimilarProofs } from "./similar-proofs.tsx";
import { UsedBeforeWarning } from "./used-before.tsx";

/** Whether nothing but the proof keeps the order from being approved with its reserved IDs. */
function mayApproveReserved(order: AdminOrder): boolean {
  return order.status === "pending" && order.reservedIds.length === order.quantity;
}

type Props = {
  order: AdminOrder;
  currency: string;
  answered?: DecisionAnswer | undefined;
  onDone: () => void;
  /** Keeps the typed note while the dialog is closed. */
  note?: { typed: string | undefined; store: (text: string) => void };
};

/**
 * The proof check: picture, gift card code and amount first, then the rest and a note. Verifying requires a picture; rejecting asks
 * the buyer for a new one. Without the right to decide it only shows the proof. [S2.31] [S4.9] [S6.5] [S13.9]
 */
export function ProofCheck(props: Props) {
  const may = useMay();
  if (may("decide-orders")) return <ProofForm {...props} />;
  return (
    <div className="flex flex-col gap-4">
      <Proof {...props} />
    </div>
  );
}

function ProofForm({ order, currency, answered, onDone, note }: Props) {
  const texts = useTexts("adminQueue");
  const { Form, isBusy, refusal } = useAnswer(answered, onDone);
  const typed = answered?.typed;
  const proof = unlessErased(order.proof);
  return (
    <Form method="post" action={`/admin/orders/${order.requestCode}/proof-check`} className="flex flex-col gap-4">
      <input type="hidden" name="proofId" value={proof?.id ?? ""} />
      <Proof order={order} currency={currency} />
      <TextareaField
        name="note"
        label={texts("notes")}
        hint={texts("notesHint")}
        rows={3}
        maxLength={NOTE_MAX_LENGTH}
        defaultValue={note?.typed ?? typed?.note}
        onChange={(event) => note?.store(event.target.value)}
      />
      {refusal && <Alert kind="error">{refusal.sentence}</Alert>}
      <div className="proof-decisions">
        <Button type="submit" name="verified" value="false" variant="dangerQuiet" icon="cross" isBusy={isBusy}>
          {texts("rejectProof")}
        </Button>
        <Button
          type="submit"
          name="verified"
          value="true"
          variant={proof && mayApproveReserved(order) ? "secondary" : "primary"}
          icon="shield"
          disabled={!proof}
          isBusy={isBusy}
        >
          {texts("verifyPayment")}
        </Button>
        {proof && mayApproveReserved(order) && (
          <Button type="submit" name="verified" value="approved" icon="check" isBusy={isBusy}>
            {texts("verifyAndApprove")}
          </Button>
        )}
      </div>
    </Form>
  );
}

/** The proof with what it has to match. */
function Proof({ order, currency }: Pick<Props, "order" | "currency">) {
  const texts = useTexts("adminQueue");
  const [giftCard, proof] = [unlessErased(order.giftCard), unlessErased(order.proof)];
  return (
    <>
      <UsedBeforeWarning order={order} />
      <div className="grid items-start gap-4 md:grid-cols-2">
        <ProofView key={proof?.id} requestCode={order.requestCode} proof={proof} />
        <div>
          <Facts
            rows={[
              [
                texts("giftCardCode"),
                giftCard ? <ShortCode key="gift" text={giftCard.code} name={texts("nameOfGiftCardCode")} /> : texts("notProvided"),
              ],
              [texts("amount"), <Price key="amount" paise={order.totalPaise} label={currency} />],
              [
                texts("product"),
                <span key="product">
                  <OwnText language={order.nameLanguage}>{order.productName}</OwnText>
                  {` ×\u00a0${order.quantity}`}
                </span>,
              ],
              [texts("requestCode"), <ShortCode key="code" text={order.requestCode} name={texts("nameOfRequestCode")} />],
              [
                texts("userId"),
                order.userId ? (
                  <ShortCode key="user" text={order.userId} name={texts("nameOfUserId")} length={USER_ID_SHOWN_LENGTH} />
                ) : (
                  texts("guest")
                ),
              ],
            ]}
          />
          <PaymentState order={order} />
        </div>
      </div>
      <SimilarProofs order={order} />
    </>
  );
}
