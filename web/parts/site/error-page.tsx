import { type ReactNode, use } from "react";
import { isRouteErrorResponse } from "react-router";
import { useTexts } from "#web/texts.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { useRecovery } from "../live/use-recovery.ts";
import { LogInLink } from "../session/log-in-again.tsx";
import { isFailedLoad, isTemporary } from "./failed-navigation.ts";
import { PageIncident } from "./page-context.ts";
import { TryAgain } from "./try-again.tsx";

/**
 * The page for an error: one sentence, `children` for what is not there, and links. Temporary
 * failures are retried automatically, and by a button.
 */
export function ErrorPage({ error, sentence, children }: { error: unknown; sentence: string; children?: ReactNode }) {
  const texts = useTexts("site");
  const incident = use(PageIncident);
  useRecovery(error);
  return (
    <div className="frame flex flex-col items-center gap-4 py-16 text-center sm:py-24" data-incident={incident ?? undefined}>
      <span className="grid size-16 place-items-center rounded-full bg-red-tint text-red-ink">
        <Icon name="alert" className="size-8" />
      </span>
      <div role="alert">
        <h1 className="text-2xl sm:text-3xl">{sentence}</h1>
      </div>
      {isSessionGone(error) && (
        <>
          <p className="max-w-md text-soft">{texts("sentAgainByReload")}</p>
          <LogInLink />
        </>
      )}
      {children && isMissing(error) && <div className="w-full max-w-md text-start">{children}</div>}
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        {isTemporary(error) && <TryAgain variant="primary" />}
        <LinkButton to="/" variant="secondary" icon="home">
          {texts("returnHome")}
        </LinkButton>
        <LinkButton to="/products" variant="secondary" icon="ticket">
          {texts("products")}
        </LinkButton>
      </div>
    </div>
  );
}

function isMissing(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 404;
}

/** Whether a form sent without JavaScript was refused because the session ended. [S4.10] */
function isSessionGone(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 401;
}

/**
 * The sentence of an error page: the shop's own for a refusal or failure, `noAnswer` for a network
 * error, `otherwise` for any other failure. A rendering error is never reported as a network error.
 * [S8.4]
 */
export function useSentenceOfError(error: unknown, otherwise: string): string {
  const texts = useTexts("site");
  const incident = use(PageIncident);
  if (isRouteErrorResponse(error)) {
    const said: unknown = error.data;
    return typeof said === "object" && said !== null && "sentence" in said ? String(said.sentence) : otherwise;
  }
  if (isFailedLoad(error)) return error instanceof TypeError ? texts("failedToConnect") : otherwise;
  return import.meta.env.SSR || incident !== null ? otherwise : texts("pageBroke");
}
