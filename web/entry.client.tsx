import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { PageIncident } from "./page-incident.ts";
import { PageStyles } from "./page-styles.ts";

const incident = document.querySelector("[data-incident]")?.getAttribute("data-incident") ?? null;
const written = document.querySelector<HTMLElement>("[data-page-styles]");
const styles = { text: written?.textContent ?? "", areAll: written?.dataset.pageStyles === "all" };

// Vite then changes the styles of an open page as one writes them.
if (import.meta.env.DEV) import("./app.css");

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <PageIncident value={incident}>
        <PageStyles value={styles}>
          <HydratedRouter />
        </PageStyles>
      </PageIncident>
    </StrictMode>,
  );
});
