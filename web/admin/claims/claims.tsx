import { useEffect, useMemo, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { languageOfWriting } from "#messages/languages.ts";
import type { KeyIn } from "#messages/texts.ts";
import { listClaims } from "#shop/orders/claims/list-claims.server.ts";
import { type ClaimList, claimLists } from "#shop/orders/claims/listed-claim.ts";
import { useMay } from "#web/admin/frame/use-may.ts";
import { followPlainKeys, pressedKey } from "#web/admin/orders/queue/pressed-key.ts";
import { useHeldOrders } from "#web/admin/orders/undo/undo.tsx";
import { requestContext } from "#web/context.ts";
import { useReadyAtTouch } from "#web/page-scripts/use-preloaded-forms.ts";
import type { TypedAnswer } from "#web/parts/forms/typed-fields.ts";
import { usePosted } from "#web/parts/forms/use-posted.ts";
import { queueEvents, useLive } from "#web/parts/live/use-live.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { ListPages } from "#web/parts/text/list-pages.tsx";
import { orFail, withShownProblem } from "#web/say.ts";
import { textsOfPage, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHead } from "#web/ui/sheet.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import type { Route } from "./+types/claims.ts";
import { ClaimCard } from "./claim-card.tsx";
import { CLAIMS, claimsAddress, listOf } from "./claims-address.ts";
import { CHOSEN_CLAIMS, ClaimsBar } from "./claims-bar.tsx";
import { NotDecided } from "./not-decided.tsx";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "adminClaims")("claims"), matches),
  { name: "robots", content: "noindex" },
];

/** Loads a page of claims. [S15.9] */
export async function loader({ request, context }: Pick<Route.LoaderArgs, "request" | "context">) {
  const { searchParams } = new URL(request.url);
  const [list, after, batchId] = [listOf(searchParams), searchParams.get("after"), searchParams.get("import")];
  const { services, visitor, settings } = context.get(requestContext);
  const page = await orFail(context, "failedToLoadMessages", () => listClaims(services, visitor, { list, after, batchId }));
  const rows = page.rows.map((row) => ({
    ...row,
    refund: row.refund && withShownProblem(context, row.refund),
    language: row.text === null ? null : languageOfWriting(row.text),
  }));
  return { ...page, rows, list, after, batchId, currency: settings.adminCurrency };
}

export type ShownClaim = Awaited<ReturnType<typeof loader>>["rows"][number];

/**
 * Claims: by default those to decide, the longest waiting first, each with what is needed to decide
 * it; several are decided together. Live. [S15.9]
 */
export default function Claims({ loaderData: { rows, next, list, after, batchId, currency } }: Pick<Route.ComponentProps, "loaderData">) {
  const texts = useTexts("adminClaims");
  useLive(queueEvents);
  useReadyAtTouch(mutations);
  const may = useMay();
  const held = useHeldOrders();
  const shown = useMemo(() => rows.filter(({ id }) => !held.has(id)), [rows, held]);
  const posted = usePosted<TypedAnswer>();
  const answered = useLocation().pathname === CLAIMS ? undefined : posted;
  const heading = useRef<HTMLHeadingElement>(null);
  const [chosen, setChosen] = useState(0);
  const isToDecide = list !== "decided";
  const mayDecide = isToDecide && (may("decide-orders") || may("answer-buyers"));
  const [lost, setLost] = useState<Refused | null>(null);
  const isLost = lost !== null && rows.every(({ id }) => id !== lost.claim);
  const recount = () => setChosen(document.querySelectorAll(`input[name=${CHOSEN_CLAIMS}]:checked`).length);
  useEffect(recount, [shown]);
  useEffect(() => followPlainKeys(pressClaimKey), []);
  return (
    <section className="flex flex-col gap-4">
      <PageHead
        title={
          <span ref={heading} tabIndex={-1} className="outline-none">
            {texts("claims")}
          </span>
        }
      >
        {texts("claimsLead")} <span className="scripted max-md:hidden">{texts("claimKeys")}</span>
      </PageHead>
      {answered?.sentence && <Alert kind={answered.ok ? "success" : "error"}>{answered.sentence}</Alert>}
      <NotDecided answer={answered} />
      {isLost && (
        <NotDecided
          answer={{ ok: true, value: { done: [], failed: [{ requestCode: lost.claim, sentence: lost.sentence }] }, sentence: null }}
        />
      )}
      <Tabs
        label={texts("whichClaims")}
        look="pills"
        tabs={claimLists.map((name) => ({
          to: claimsAddress(name, null, batchId),
          label: texts(listTexts[name]),
          isCurrent: name === list,
        }))}
      />
      {batchId && (
        <p>
          {texts("ofImport")}{" "}
          <Link to={claimsAddress(list)} className="touch-link underline underline-offset-2">
            {texts("allClaims")}
          </Link>
        </p>
      )}
      {mayDecide && (
        <ClaimsBar
          typed={answered?.typed?.reason}
          count={shown.length}
          chosen={chosen}
          onChosen={recount}
          onDone={() => heading.current?.focus()}
        />
      )}
      {shown.length === 0 ? (
        <EmptyState icon="done" title={texts(nothing[list])}>
          {texts("claimsAppear")}
        </EmptyState>
      ) : (
        <ul className="flex flex-col gap-3" onChange={recount}>
          {shown.map((claim) => (
            <li key={claim.id}>
              <ClaimCard
                claim={claim}
                currency={currency}
                isToDecide={isToDecide}
                isChosen={mayDecide}
                typed={answered?.typed?.claims === claim.id ? answered.typed : undefined}
                onDone={() => heading.current?.focus()}
                onRefused={(sentence) => setLost({ claim: claim.id, sentence })}
              />
            </li>
          ))}
        </ul>
      )}
      <ListPages toFirst={after ? claimsAddress(list, null, batchId) : null} toNext={next ? claimsAddress(list, next, batchId) : null} />
    </section>
  );
}

/** Why a claim was refused to be decided, which is still said when it left the list meanwhile. */
type Refused = { claim: string; sentence: string };

const mutations = ["claim-swaps", "claim-refusals", "claim-refunds"].map((route) => `admin/claims/${route}`);

const listTexts = {
  open: "toDecide",
  waiting: "waitForStock",
  decided: "decided",
} as const satisfies Record<ClaimList, KeyIn<"adminClaims">>;

const nothing = {
  open: "noOpenClaims",
  waiting: "noWaitingClaims",
  decided: "noDecidedClaims",
} as const satisfies Record<ClaimList, KeyIn<"adminClaims">>;

/**
 * Works through the claims by single keys: J and K go on, X ticks, S swaps, F leads to the refund, R
 * to the reason of a refusal and A to the form to ask. Z belongs to the bar of *Undo*. Browser only. [S15.9]
 */
function pressClaimKey(event: KeyboardEvent): void {
  const key = pressedKey(event);
  const cards = [...document.querySelectorAll<HTMLElement>("[data-claim]")];
  const at = cards.findIndex((card) => card.contains(document.activeElement));
  const step = key === "j" ? 1 : key === "k" ? -1 : 0;
  const card = cards[step === 0 ? Math.max(at, 0) : Math.min(Math.max(at + step, 0), cards.length - 1)];
  if (!card || event.repeat) return;
  if (step !== 0) {
    card.focus();
    card.scrollIntoView({ block: "nearest" });
  }
  if (key === "x") card.querySelector<HTMLElement>(`input[name=${CHOSEN_CLAIMS}]`)?.click();
  if (key === "s") {
    // The card leaves the list at once.
    (cards[cards.indexOf(card) + 1] ?? cards[cards.indexOf(card) - 1])?.focus();
    card.querySelector<HTMLElement>('[data-key="s"]')?.click();
  }
  if (key === "a") card.querySelector<HTMLElement>('[data-key="a"]')?.click();
  if (key === "r" || key === "f") {
    const more = card.querySelector<HTMLDetailsElement>(`details[data-key="${key}"]`);
    if (more) more.open = true;
    event.preventDefault();
    more?.querySelector<HTMLElement>("textarea, input:checked, input:not([type=hidden])")?.focus();
  }
}
