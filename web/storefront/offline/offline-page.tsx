import { use } from "react";
import { describe, languages, textsIn } from "#messages/languages.ts";
import { settingIn } from "#shop/settings/shop-settings.ts";
import { requestContext } from "#web/context.ts";
import { inScript } from "#web/page-scripts/page-scripts.tsx";
import { openTicketStore } from "#web/parts/offline/ticket-store.ts";
import { Ticket } from "#web/parts/order/ticket.tsx";
import { PageNonce } from "#web/parts/site/page-context.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { ShopMark } from "#web/parts/site/shop-mark.tsx";
import { textsOfPage, useTexts } from "#web/texts.tsx";
import { Button, IconButton } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { Route } from "./+types/offline-page.ts";
import { showTickets } from "./show-tickets.ts";

/** Its own script, which works without the network, is all it has. */
export const handle = { hasNoScript: true, hasOwnFrame: true };

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "offline")("title"), matches),
  { name: "robots", content: "noindex" },
];

/**
 * The page is the same for everybody who has the same language: the tickets come from the browser.
 */
export function loader({ context }: Route.LoaderArgs) {
  const { settings, language } = context.get(requestContext);
  const words = Object.fromEntries(languages.map((code) => [code, wordsIn(code)]));
  const given = `(${openTicketStore})(),${inScript(words)},${inScript(settings.timeZone)}`;
  return { name: settingIn(settings, "name", language), script: `(${showTickets})(${given})` };
}

/** What the page's script says, in one language. It fills in the placeholders itself. */
function wordsIn(language: (typeof languages)[number]): Record<string, string> {
  const texts = textsIn(language, "offline");
  return {
    locale: describe(language).locale,
    title: texts("title"),
    intro: texts("intro"),
    empty: texts("empty"),
    emptyHint: texts("emptyHint"),
    toMyOrders: texts("toMyOrders"),
    requestCode: texts("requestCode"),
    ordered: texts("ordered"),
    amount: texts("amount"),
    instructions: texts("instructions"),
    copyId: texts("copyId", { number: "{number}" }),
    copied: texts("copied"),
    copyFailed: texts("copyFailed"),
    removeShort: texts("removeShort"),
    removeNamed: texts("removeNamed", { code: "{code}" }),
    removed: texts("removed"),
    replacedOn: texts("replacedOn", { time: "{time}" }),
    checkedAt: texts("checkedAt", { time: "{time}" }),
    isOffline: texts("isOffline"),
    someRemoved: texts("someRemoved"),
    couldNotRead: texts("couldNotRead"),
  };
}

/**
 * The tickets that this browser stores, also without a network: the service worker serves it.
 * [S12.11]
 */
export default function OfflinePage({ loaderData: { name, script } }: Route.ComponentProps) {
  const texts = useTexts("offline");
  const nonce = use(PageNonce) ?? undefined;
  return (
    <>
      <div className="on-night">
        <div className="frame flex min-h-16 items-center justify-between gap-4">
          <a href="/" className="site-name">
            <ShopMark className="size-8 shrink-0" />
            <span lang={name.lang} className="truncate">
              {name.text}
            </span>
          </a>
          <a href="/my-orders" className="footer-link" data-text="toMyOrders">
            {texts("toMyOrders")}
          </a>
        </div>
      </div>
      <div className="frame flex max-w-4xl flex-col gap-5 py-5 sm:py-10">
        <div className="page-head">
          <div className="flex flex-col gap-1">
            <h1 tabIndex={-1} data-text="title">
              {texts("title")}
            </h1>
            <p className="text-soft" data-text="intro">
              {texts("intro")}
            </p>
            <p role="status" data-said className="min-h-6 font-medium noscript:hidden">
              {texts("loading")}
            </p>
          </div>
        </div>
        <noscript>
          <p className="note">{texts("needsScript")}</p>
        </noscript>
        <ul data-list className="flex flex-col gap-4" />
        <div data-empty hidden className="empty-state">
          <span className="empty-state-icon">
            <Icon name="ticket" />
          </span>
          <p className="text-lg font-semibold" data-text="empty">
            {texts("empty")}
          </p>
          <p className="max-w-md text-soft" data-text="emptyHint">
            {texts("emptyHint")}
          </p>
        </div>
      </div>
      <template id="offline-ticket">
        <StoredTicket />
      </template>
      <template id="offline-id">
        <StoredId />
      </template>
      <script nonce={nonce} dangerouslySetInnerHTML={{ __html: script }} />
    </>
  );
}

/** The page's script fills in a copy for each ticket. */
function StoredTicket() {
  const texts = useTexts("offline");
  return (
    <li>
      <Ticket
        isAcross
        stub={
          <div className="flex h-full flex-col justify-between gap-3">
            <dl className="flex flex-col gap-3">
              <div>
                <dt className="text-sm text-soft" data-text="requestCode">
                  {texts("requestCode")}
                </dt>
                <dd translate="no" className="code text-xl font-bold" data-code />
              </div>
              <div>
                <dt className="text-sm text-soft" data-text="ordered">
                  {texts("ordered")}
                </dt>
                <dd data-ordered />
              </div>
              <div>
                <dt className="text-sm text-soft" data-text="amount">
                  {texts("amount")}
                </dt>
                <dd translate="no" className="figures font-semibold" data-amount />
              </div>
            </dl>
            <Button variant="secondary" icon="trash" className="self-start" data-remove>
              <span data-text="removeShort">{texts("removeShort")}</span>
            </Button>
          </div>
        }
      >
        <div className="flex flex-col gap-4">
          <h2 className="text-lg text-wrap wrap-anywhere" data-product>
            {texts("title")}
          </h2>
          <ul className="flex flex-col gap-2" data-ids />
          <section className="flex flex-col gap-1" data-instructions>
            <h3 className="font-semibold" data-text="instructions">
              {texts("instructions")}
            </h3>
            <p className="whitespace-pre-line wrap-anywhere" data-lines />
          </section>
          <p className="text-sm text-soft" data-checked />
        </div>
      </Ticket>
    </li>
  );
}

function StoredId() {
  const texts = useTexts("offline");
  return (
    <li className="well flex items-center justify-between gap-2 py-1 ps-4 pe-1">
      <span className="flex min-w-0 flex-col py-2">
        <span data-value translate="no" className="code exact text-lg font-semibold select-all sm:text-2xl" />
        <span className="text-sm text-soft" data-replaced />
      </span>
      <IconButton icon="copy" label={texts("copyId", { number: "" })} data-copy />
    </li>
  );
}
