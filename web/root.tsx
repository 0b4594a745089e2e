import { type ReactNode, use } from "react";
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from "react-router";
import { messages } from "#shop/messages.ts";
import type { Route } from "./+types/root.ts";
import "./app.css";
import { settingsContext, visitorContext } from "./context.ts";
import { PageIncident } from "./page-incident.ts";

/** What every page shows: the shop's name and links, and who is signed in. The first HTML already has it. [S2.6] */
export function loader({ context }: Route.LoaderArgs) {
  const visitor = context.get(visitorContext);
  const signedIn = visitor.kind === "guest" ? null : { kind: visitor.kind, name: visitor.name, email: visitor.email };
  return { settings: context.get(settingsContext), signedIn, year: new Date().getFullYear() };
}

/** A browser hides the nonces it was sent, so they read as empty when the page wakes; on the server the router fills them in. */
const nonce = import.meta.env.SSR ? undefined : "";

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>("root");
  return (
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{root?.settings.name}</title>
        <Meta />
        <Links nonce={nonce} />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

/** What could not be shown, in the sentence of whoever refused or failed, with the number of the failure. [S2.26] */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const incident = use(PageIncident);
  return (
    <p role="alert" data-incident={incident}>
      {sentenceOf(error, incident)}
    </p>
  );
}

function sentenceOf(error: unknown, incident: string | null): string {
  if (!isRouteErrorResponse(error)) return incident === null ? messages.shopUnavailable : messages.somethingBroke(incident);
  if (error.status === 404) return messages.notFound;
  if (error.status === 405) return messages.methodNotAllowed;
  const said: unknown = error.data;
  return typeof said === "object" && said !== null && "sentence" in said ? String(said.sentence) : String(said || messages.bodyUnreadable);
}
