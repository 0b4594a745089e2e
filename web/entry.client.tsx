import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { PageIncident } from "./page-incident.ts";

const incident = document.querySelector("[data-incident]")?.getAttribute("data-incident") ?? null;

/** Libraries that make style elements put this nonce on them, as the page's policy asks. */
Object.assign(globalThis, { __webpack_nonce__: document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce });

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <PageIncident value={incident}>
        <HydratedRouter />
      </PageIncident>
    </StrictMode>,
  );
});
