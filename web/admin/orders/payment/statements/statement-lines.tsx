import { Link } from "react-router";
import { priceText } from "#shop/money.ts";
import type { LinesAfter, ShownLine, StatementInDepth } from "#shop/orders/payment/statements/find-statements.server.ts";
import type { LineVerdict } from "#shop/payments/payment.ts";
import { startOfIndianDay } from "#shop/payments/statements/match-line.ts";
import { indianClock } from "#shop/settings/shop-clock.ts";
import { useMayOpen } from "#web/admin/frame/use-may.ts";
import { StatusBadge } from "#web/parts/order/status-badge.tsx";
import { ListPages } from "#web/parts/text/list-pages.tsx";
import { dateText } from "#web/parts/text/time-text.ts";
import { useTexts } from "#web/texts.tsx";
import { Cell, Row, Table } from "#web/ui/table.tsx";
import { linesPath, reasonWords, statementPath, waitWords } from "./statement-words.ts";

type Props = {
  statement: StatementInDepth;
  kind: LineVerdict;
  from: LinesAfter | null;
  currency: string;
  caption: string;
  isChoosable?: boolean;
};

/**
 * Lines of a statement: day, amount, UTR, what the bank wrote, and the order that each may be for.
 */
export function StatementLines({ statement: { id, shown, next }, kind, from, currency, caption, isChoosable = false }: Props) {
  const texts = useTexts("adminStatements");
  const lines = shown[kind];
  const nextLine = next[kind];
  const head = [...(isChoosable ? [texts("choose")] : []), texts("day"), texts("amount"), texts("utr"), texts("order"), texts("narration")];
  return (
    <>
      <Table caption={caption} head={head}>
        {lines.map((line) => (
          <Row key={line.id}>
            {isChoosable && (
              <Cell label={texts("choose")}>
                <label className="-m-2.5 grid size-11 place-items-center">
                  <span className="unseen">
                    {texts("chooseLine", { price: priceText(line.paise, currency), code: line.order?.requestCode ?? "" })}
                  </span>
                  <input type="checkbox" name="likely" value={line.id} className="checkbox" />
                </label>
              </Cell>
            )}
            <Cell label={texts("day")} className="whitespace-nowrap">
              <Day day={line.day} />
            </Cell>
            <Cell label={texts("amount")} className="font-semibold">
              <span translate="no">{priceText(line.paise, currency)}</span>
            </Cell>
            <Cell label={texts("utr")}>
              {line.utr ? (
                <span translate="no" className="code">
                  {line.utr}
                </span>
              ) : (
                texts("none")
              )}
            </Cell>
            <Cell label={texts("order")}>
              <OrderOfLine line={line} currency={currency} isToConfirm={kind === "certain" || kind === "likely"} />
            </Cell>
            <Cell label={texts("narration")} className="text-sm wrap-anywhere text-soft">
              <div className="flex flex-col gap-1">
                <p>{line.narration}</p>
                {line.waitsBecause && <p className="font-semibold">{texts(waitWords[line.waitsBecause])}</p>}
              </div>
            </Cell>
          </Row>
        ))}
      </Table>
      <ListPages
        toFirst={from?.kind === kind ? statementPath({ statementId: id }) : null}
        toNext={nextLine && linesPath(id, kind, nextLine)}
        firstText={texts("firstLines")}
        nextText={texts("nextLines")}
      />
    </>
  );
}

/** A day of the bank, whatever the shop's time zone is. */
function Day({ day }: { day: string }) {
  const texts = useTexts("parts");
  return <time dateTime={day}>{dateText(startOfIndianDay(day), indianClock, texts)}</time>;
}

/** What confirming a line does to an order that is not rejected. */
const effectWords = {
  deliver: "effectDeliver",
  reopen: "effectReopen",
  record: "effectRecord",
  review: "effectReview",
  refund: "effectRefund",
} as const;

function OrderOfLine({
  line: { order, reason, effect },
  currency,
  isToConfirm,
}: {
  line: ShownLine;
  currency: string;
  isToConfirm: boolean;
}) {
  const texts = useTexts("adminStatements");
  const mayOpen = useMayOpen();
  if (!order) return texts("none");
  const to = `/admin/orders/${order.requestCode}`;
  return (
    <div className="flex flex-col items-start gap-1">
      {mayOpen(to) ? (
        <Link to={to} translate="no" className="code touch-link -my-2.5 whitespace-nowrap underline">
          {order.requestCode}
        </Link>
      ) : (
        <span translate="no" className="code whitespace-nowrap">
          {order.requestCode}
        </span>
      )}
      <span className="flex flex-wrap items-center gap-2 text-sm">
        <StatusBadge status={order.status} />
        <span translate="no">{priceText(order.payablePaise, currency)}</span>
      </span>
      {isToConfirm && effect && (
        <span className="text-sm">{texts(order.status === "rejected" ? "effectRefundRejected" : effectWords[effect])}</span>
      )}
      {reason && <span className="text-sm font-semibold text-red-ink">{texts(reasonWords[reason])}</span>}
    </div>
  );
}
