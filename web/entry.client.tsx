import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { PageIncident } from "./page-incident.ts";

const incident = document.querySelector("[data-incident]")?.getAttribute("data-incident") ?? null;

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
