import { isRouteErrorResponse } from "react-router";
import { messages } from "#shop/messages.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { LogInLink } from "./log-in-again.tsx";
import { useRecovery } from "./use-recovery.ts";

/** A page that cannot be shown: why, in one sentence, and where to go from here. What passes is tried again by itself. */
export function ErrorPage({ error, sentence, incident }: { error: unknown; sentence: string; incident?: string | null }) {
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
          <p className="max-w-md text-soft">{messages.sentAgainByReload}</p>
          <LogInLink />
        </>
      )}
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <LinkButton to="/" variant="secondary" icon="home">
          Return Home
        </LinkButton>
        <LinkButton to="/products" variant="secondary" icon="ticket">
          Products
        </LinkButton>
      </div>
    </div>
  );
}

/** Whether a form that was sent without script found the session gone. [S4.10] */
function isSessionGone(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 401;
}

/**
 * The sentence of what a loader threw: the shop's own when it refused or said what failed; `noAnswer` when the shop could not be reached; else
 * `otherwise`. [S8.4]
 */
export function sentenceOfError(error: unknown, otherwise: string): string {
  if (!isRouteErrorResponse(error)) return error instanceof TypeError ? messages.failedToConnect : otherwise;
  const said: unknown = error.data;
  return typeof said === "object" && said !== null && "sentence" in said ? String(said.sentence) : otherwise;
}
