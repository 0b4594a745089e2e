import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { buildOfPage } from "./page-scripts/router-internals.ts";
import { languageOfPage, loadPageTexts } from "./page-texts.ts";
import { watchBuild } from "./parts/site/newer-build.ts";
import { PageIncident } from "./parts/site/page-context.ts";
import { saveEarlyInput } from "./rendering/early-input.ts";
import { PageStyles } from "./rendering/page-styles.ts";
import { PageLanguage } from "./texts.tsx";

const incident = document.querySelector("[data-incident]")?.getAttribute("data-incident") ?? null;
const written = document.querySelector<HTMLElement>("[data-page-styles]");
const sheet = written?.dataset.pageStyles === "shop" ? "shop" : "all";
const styles = { sheet, text: written instanceof HTMLStyleElement ? written.textContent : null, nonce: written?.nonce } as const;

// In development, Vite's hot reload updates the styles of the open page.
if (import.meta.env.DEV) import("./app.css");
const build = import.meta.env.DEV ? null : buildOfPage();
if (build !== null) watchBuild(build);

await loadPageTexts();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <PageLanguage value={{ language: languageOfPage() }}>
        <PageIncident value={incident}>
          <PageStyles value={styles}>
            <HydratedRouter />
          </PageStyles>
        </PageIncident>
      </PageLanguage>
    </StrictMode>,
    { onRecoverableError: saveEarlyInput() },
  );
});
