import { Outlet, useLocation } from "react-router";
import { signedInOnly } from "../guards.ts";
import { pageTitle } from "../parts/site/page-title.ts";
import { PageHead } from "../ui/sheet.tsx";
import { Tabs } from "../ui/tabs.tsx";
import type { Route } from "./+types/account.ts";

export const middleware = [signedInOnly];

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("My Account", matches);

/** Exists so that the guard also runs when switching between the tabs. */
export function loader() {
  return null;
}

/** The account pages: orders and details. [S2.19] */
export default function Account() {
  const { pathname } = useLocation();
  const isDetails = /^\/account\/(details|name|password|deletion|(sessions\/[^/]+|other-sessions)\/ending)$/.test(pathname);
  return (
    <div className="frame flex flex-col gap-6 py-8">
      <PageHead title="My Account" />
      <Tabs
        label="My Account"
        tabs={[
          { to: "/account", label: "Order History", isCurrent: !isDetails },
          { to: "/account/details", label: "Account Details", isCurrent: isDetails },
        ]}
      />
      <Outlet />
    </div>
  );
}
