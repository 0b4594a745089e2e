import type { ReactNode } from "react";
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from "react-router";
import { messages } from "#shop/messages.ts";
import type { Route } from "./+types/root.ts";
import "./app.css";
import { settingsContext, visitorContext } from "./context.ts";

/** What every page shows: the shop's name and links, and who is signed in. The first HTML already has it. [S2.6] */
export function loader({ context }: Route.LoaderArgs) {
  const visitor = context.get(visitorContext);
  const signedIn = visitor.kind === "guest" ? null : { kind: visitor.kind, name: visitor.name, email: visitor.email };
  return { settings: context.get(settingsContext), signedIn, year: new Date().getFullYear() };
}

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>("root");
  return (
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{root?.settings.name}</title>
        <Meta />
        <Links />
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

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const sentence = isRouteErrorResponse(error) ? String(error.data?.sentence ?? messages.notFound) : messages.shopUnavailable;
  return <p role="alert">{sentence}</p>;
}
