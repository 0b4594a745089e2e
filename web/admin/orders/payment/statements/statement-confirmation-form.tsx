import type { LinesAfter, StatementInDepth } from "#shop/orders/payment/statements/find-statements.server.ts";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { StatementLines } from "./statement-lines.tsx";
import { StatementProgress } from "./statement-progress.tsx";
import { confirmationPath } from "./statement-words.ts";

type Props = { statement: StatementInDepth; from: LinesAfter | null; currency: string };

/**
 * The certain lines, the likely ones with a box each, and the button that settles them. A file
 * without any is confirmed too: that is when what bank alerts brought is compared with it. [S10.13]
 * [S16.8]
 */
export function StatementConfirmation({ statement, from, currency }: Props) {
  const texts = useTexts("adminStatements");
  const { id, counts, isConfirmed } = statement;
  const address = confirmationPath(id);
  const { Form, isBusy, refusal } = useAnswer(undefined, () => {});
  const isEmpty = counts.certain + counts.likely === 0;
  if (isEmpty && isConfirmed)
    return <Alert kind="info">{counts.used > 0 ? texts("allConfirmed", { n: counts.used }) : texts("nothingToConfirm")}</Alert>;
  return (
    <Form method="post" action={address} className="flex flex-col gap-4">
      {isEmpty && (
        <Alert kind="info">
          {texts("nothingToConfirm")} {texts("confirmToCheckAlerts")}
        </Alert>
      )}
      {counts.certain > 0 && (
        <Sheet title={texts("certainTitle", { n: counts.certain })}>
          <p className="text-soft">{texts("certainHint")}</p>
          <StatementLines {...{ statement, from, currency }} kind="certain" caption={texts("certainTitle", { n: counts.certain })} />
        </Sheet>
      )}
      {counts.likely > 0 && (
        <Sheet title={texts("likelyTitle", { n: counts.likely })}>
          <p className="text-soft">{texts("likelyHint")}</p>
          <StatementLines
            {...{ statement, from, currency }}
            kind="likely"
            caption={texts("likelyTitle", { n: counts.likely })}
            isChoosable
          />
        </Sheet>
      )}
      {refusal && <Alert kind="error">{refusal.sentence}</Alert>}
      {isBusy && <StatementProgress address={address} isConfirming />}
      <Button type="submit" icon="done" isBusy={isBusy} className="sm:self-start">
        {isEmpty ? texts("confirmStatement") : counts.certain > 0 ? texts("confirmCertain", { n: counts.certain }) : texts("confirmChosen")}
      </Button>
    </Form>
  );
}
