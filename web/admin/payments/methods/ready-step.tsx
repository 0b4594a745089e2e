import type { ReactNode } from "react";
import { Link } from "react-router";
import type { KeyIn } from "#messages/texts.ts";
import { rich, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Step } from "./steps.tsx";

/** What a provider looks at before it approves an account. [S10.1] [S10.14] */
export type Readiness = { hasAddress: boolean; hasPages: boolean; hasContact: boolean };

type Props = { provider: string; ready: Readiness; isPublic: boolean };

/** The step before the provider's own: what it wants to see of the shop. [S10.1] */
export function ReadyStep({ provider, ready, isPublic }: Props) {
  const texts = useTexts("adminProviders");
  const isDone = Object.values(ready).every(Boolean);
  return (
    <Step title={texts("readyTitle")} isDone={isDone}>
      <p>{texts("readyLead", { provider })}</p>
      {!isPublic && <Alert kind="info">{texts("readyHere")}</Alert>}
      <ul className="flex flex-col gap-3">
        {needs.map((need) => (
          <Need key={need.text} {...need} isMet={ready[need.part]} />
        ))}
      </ul>
    </Step>
  );
}

type Words = KeyIn<"adminProviders">;
type Thing = { part: keyof Readiness; text: Words; hint: Words; to: string };

const needs: readonly Thing[] = [
  { part: "hasAddress", text: "readyAddress", hint: "readyAddressHint", to: "" },
  { part: "hasPages", text: "readyPages", hint: "readyPagesHint", to: "/admin/pages" },
  { part: "hasContact", text: "readyContact", hint: "readyContactHint", to: "/admin/settings/shop" },
];

/** One thing that has to be there; the hint says how to get it. */
function Need({ isMet, text, hint, to }: Thing & { isMet: boolean }) {
  const texts = useTexts("adminProviders");
  const done = useTexts("adminPayments")("stepDone");
  const link = (words: ReactNode) => (
    <Link to={to} className="underline">
      {words}
    </Link>
  );
  return (
    <li className="flex gap-3">
      <Icon name={isMet ? "done" : "arrow"} className={isMet ? "mt-0.5 text-green-ink" : "mt-0.5 text-soft"} />
      <div className="min-w-0">
        <p>
          <span>{texts(text)}</span>
          {isMet && <span className="unseen">{done}</span>}
        </p>
        {!isMet && <p className="field-hint">{rich(texts, hint, { link })}</p>}
      </div>
    </li>
  );
}
