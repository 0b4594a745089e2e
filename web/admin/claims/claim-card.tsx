import { type ReactNode, useEffect, useEffectEvent } from "react";
import { Link } from "react-router";
import { claimName, isClaimedLate } from "#shop/orders/claims/claiming.ts";
import { useMay } from "#web/admin/frame/use-may.ts";
import { askingAddress } from "#web/admin/orders/messages/asking-address.ts";
import type { TypedFields } from "#web/parts/forms/typed-fields.ts";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { reasonTexts } from "#web/parts/order/claim-reasons.ts";
import { Exact } from "#web/parts/text/exact.tsx";
import { OwnText } from "#web/parts/text/own-text.tsx";
import { Price } from "#web/parts/text/price.tsx";
import { When } from "#web/parts/text/time.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Badge, type Tone } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import type { ShownClaim } from "./claims.tsx";
import { CHOSEN_CLAIMS, CHOSEN_FORM } from "./claims-bar.tsx";
import { RefundFields } from "./refund-fields.tsx";
import { RefusalFields } from "./refusal-fields.tsx";

type Props = {
  claim: ShownClaim;
  currency: string;
  /** Whether it is shown to be decided, and may be chosen for a decision about several. */
  isToDecide: boolean;
  isChosen: boolean;
  /** What was typed into its form that was refused without script. */
  typed: TypedFields | undefined;
  onDone: () => void;
  /** Tells why it was not decided: it may have left the list. */
  onRefused: (sentence: string) => void;
};

/** One claim with what is needed to decide it, and the decisions. *Ask* opens its order's form. [S15.4] [S15.9] */
export function ClaimCard({ claim, currency, isToDecide, isChosen, ...more }: Props) {
  const [texts, claimTexts] = [useTexts("adminClaims"), useTexts("orderClaims")];
  const { id, requestCode, number, place, value, productName, nameLanguage, reason, state, openedBy, text, language, pictureOf } = claim;
  const name = claimName(requestCode, number);
  const order = `/admin/orders/${requestCode}`;
  return (
    <article data-claim={id} tabIndex={-1} aria-labelledby={`claim-${name}`} className="card flex flex-col gap-3 p-4">
      <header className="flex flex-wrap items-start gap-3">
        {isChosen && (
          <input
            type="checkbox"
            name={CHOSEN_CLAIMS}
            value={id}
            form={CHOSEN_FORM}
            aria-label={texts("choose", { name })}
            className="checkbox mt-1 size-6"
          />
        )}
        <div className="min-w-0 grow basis-40">
          <h2 id={`claim-${name}`} className="text-lg">
            <Link to={order} id={`manage-${id}`} translate="no" className="code touch-link break-all">
              {name}
            </Link>
          </h2>
          <p className="flex flex-wrap items-baseline gap-x-3 text-sm text-soft">
            <OwnText language={nameLanguage}>{productName}</OwnText>
            <When at={claim.openedAt} />
            {claim.wasOpenedAgain && <span>{texts("openedAgain")}</span>}
            {openedBy !== "buyer" && <span>{texts("openedByShop")}</span>}
          </p>
        </div>
        {state !== "open" && <Badge tone={tones[state]}>{texts(state)}</Badge>}
      </header>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="text-sm text-soft">{claimTexts("place", { place })}</span>
        {value !== null && <Exact className="font-semibold">{value}</Exact>}
        <strong>{claimTexts(reasonTexts[reason])}</strong>
      </p>
      {text !== null && (
        <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
          <OwnText language={language}>{text}</OwnText>
        </p>
      )}
      {pictureOf !== null && (
        <a href={`${order}/messages/${pictureOf}/picture`} target="_blank" rel="noreferrer">
          <img src={`${order}/messages/${pictureOf}/picture`} alt={texts("picture")} loading="lazy" className="size-52 object-contain" />
        </a>
      )}
      <ClaimFacts claim={claim} currency={currency} />
      {isToDecide && <Decisions claim={claim} currency={currency} {...more} />}
    </article>
  );
}

const tones = {
  open: "amber",
  swapped: "green",
  refunding: "action",
  refunded: "action",
  refused: "red",
  withdrawn: "slate",
} as const satisfies Record<ShownClaim["state"], Tone>;

/** When it was delivered, how its import does, and how its buyer does. [S15.9] */
function ClaimFacts({ claim, currency }: Pick<Props, "claim" | "currency">) {
  const texts = useTexts("adminClaims");
  const { deliveredAt, batch, record, available, moneyBackPaise, state, decidedAt, decidedByName, refund } = claim;
  const isLate = claim.openedBy !== "shop" && isClaimedLate(claim);
  return (
    <FactsInLine
      rows={[
        deliveredAt && [
          texts("delivered"),
          <span key="at">
            <When at={deliveredAt} /> {isLate && <span>{texts("late")}</span>}
          </span>,
        ],
        batch && [
          texts("import"),
          <ToImport key="batch" id={batch.id}>
            <span className="me-2 empty:hidden">{batch.supplier ?? batch.note}</span>
            <span>{texts("deadOfImport", { n: batch.dead, of: batch.delivered })}</span>
          </ToImport>,
        ],
        [texts("buyer"), texts("record", { ...record, more: record.hasMore ? "+" : "" })],
        refund && [
          texts("refund"),
          <span key="refund">
            <Price paise={refund.paise} label={currency} /> <Problem {...refund} />
          </span>,
        ],
        moneyBackPaise > 0 && [texts("moneyBack"), <Price key="back" paise={moneyBackPaise} label={currency} />],
        state === "open" && [texts("stock"), texts("freeIds", { n: available })],
        decidedAt && [
          texts("decidedAt"),
          <span key="at">
            <When at={decidedAt} /> <span translate="no">{decidedByName}</span>
          </span>,
        ],
      ]}
    />
  );
}

/** What is wrong with the refund of its share, such as why it failed. */
function Problem({ state, problem }: Pick<NonNullable<ShownClaim["refund"]>, "state" | "problem">) {
  const texts = useTexts("adminClaims");
  if (!problem) return null;
  return (
    <strong>
      {state === "failed" && <span>{texts("refundFailed")}</span>} <span lang={problem.lang}>{problem.text}</span>
    </strong>
  );
}

/** The way to an import, for those who may open it. */
function ToImport({ id, children }: { id: string; children: ReactNode }) {
  const may = useMay();
  if (!may("manage-stock")) return children;
  return (
    <Link to={`/admin/batches/${id}`} className="text-action underline">
      {children}
    </Link>
  );
}

type Row = readonly [term: string, value: ReactNode] | false | null;

/** Facts one after the other, so that many claims fit on a screen. */
function FactsInLine({ rows }: { rows: Row[] }) {
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
      {rows.map(
        (row) =>
          row && (
            <div key={row[0]} className="flex gap-2">
              <dt className="text-soft">{row[0]}</dt>
              <dd>{row[1]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function Decisions({ claim, currency, typed, onDone, onRefused }: Omit<Props, "isToDecide" | "isChosen">) {
  const { id, requestCode, number, available, share } = claim;
  const texts = useTexts("adminClaims");
  const may = useMay();
  const { Form, isBusy, refusal } = useAnswer(undefined, onDone);
  const tell = useEffectEvent(onRefused);
  useEffect(() => {
    if (refusal?.kind === "conflict" && !("isSaid" in refusal && refusal.isSaid)) tell(refusal.sentence);
  }, [refusal]);
  const isInField = refusal && "field" in refusal && (refusal.field === "reason" || refusal.field === "reference");
  const name = <span className="unseen"> {claimName(requestCode, number)}</span>;
  return (
    <footer className="flex flex-wrap items-start gap-x-6 gap-y-2 border-t border-line pt-3">
      {may("decide-orders") && (
        <Form method="post" action="/admin/claims/swaps">
          <input type="hidden" name="claims" value={id} />
          <Button type="submit" variant={available > 0 ? "primary" : "secondary"} icon="swap" isBusy={isBusy} data-key="s">
            {texts("swap")}
            {name}
          </Button>
        </Form>
      )}
      {share && may("handle-money") && (
        <details data-key="f" open={typed !== undefined || undefined} className="min-w-0 open:w-full">
          <summary className="touch-link cursor-pointer font-semibold underline">
            <span>
              {rich(texts, "refundShare", { price: () => <Price key="share" paise={share.paise} label={currency} /> })}
              {name}
            </span>
          </summary>
          <Form method="post" action="/admin/claims/refunds">
            <input type="hidden" name="claims" value={id} />
            <RefundFields share={share} typed={typed} refusal={refusal} isBusy={isBusy} />
          </Form>
        </details>
      )}
      {may("answer-buyers") && (
        <details data-key="r" className="min-w-0 open:w-full">
          <summary className="touch-link cursor-pointer font-semibold underline">
            {texts("refuse")}
            {name}
          </summary>
          <Form method="post" action="/admin/claims/refusals">
            <input type="hidden" name="claims" value={id} />
            <RefusalFields refusal={refusal} isBusy={isBusy} />
          </Form>
        </details>
      )}
      {may("answer-buyers") && (
        <Link to={askingAddress(requestCode)} data-key="a" className="touch-link font-semibold underline">
          {texts("ask")}
          {name}
        </Link>
      )}
      {refusal && !isInField && <Alert kind="error">{refusal.sentence}</Alert>}
    </footer>
  );
}
