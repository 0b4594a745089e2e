import { type ReactNode, use } from "react";
import { Form, Outlet, useLocation } from "react-router";
import { messages } from "#shop/messages.ts";
import { adminsOnly } from "#web/guards.ts";
import { PageIncident } from "#web/page-incident.ts";
import { sentenceOfError } from "#web/parts/error-page.tsx";
import { pageTitle } from "#web/parts/page-title.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import type { Route } from "./+types/area.ts";
import { type DashboardTab, tabOf } from "./dashboard-tab.ts";

export const middleware: Route.MiddlewareFunction[] = [adminsOnly];

export const meta: Route.MetaFunction = ({ matches }) => [...pageTitle("Admin", matches), { name: "robots", content: "noindex" }];

/** Runs the guard when the router moves inside the area, too. [S6.3] */
export function loader() {
  return null;
}

/** Everything under the admin's navigation, for admins alone. [S2.23] [S6.3] */
export default function AdminArea() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

/** What could not be shown, with the navigation still there. [S8.4] */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const incident = use(PageIncident);
  return (
    <Frame>
      <Alert kind="error">{sentenceOfError(error, incident === null ? messages.networkNotOk : messages.somethingBroke(incident))}</Alert>
    </Frame>
  );
}

const places: readonly (readonly [DashboardTab, string])[] = [
  ["approved-requests", "Approved Requests"],
  ["requests", "Pending Requests"],
  ["products", "Product Inventory"],
  ["add-product", "Add Product"],
];

function Frame({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  const current = pathname.startsWith("/add-ids") ? null : tabOf({ pathname, searchParams: new URLSearchParams(search) });
  return (
    <div className="frame flex flex-col gap-6 py-6">
      <div className="flex flex-col-reverse gap-2 md:flex-row md:items-center md:justify-between">
        <Tabs
          label="Admin"
          tabs={places.map(([tab, label]) => ({ to: `/admin/dashboard?tab=${tab}`, label, isCurrent: tab === current }))}
        />
        <Form method="post" action="/logout" className="self-end md:self-center">
          <Button type="submit" variant="quiet" icon="logout">
            Logout
          </Button>
        </Form>
      </div>
      {children}
    </div>
  );
}
