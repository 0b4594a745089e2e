import { Outlet, useLocation } from "react-router";
import { signedInOnly } from "../guards.ts";
import { pageTitle } from "../parts/site/page-title.ts";
import { textsOfPage, useTexts } from "../texts.tsx";
import { PageHead } from "../ui/sheet.tsx";
import { Tabs } from "../ui/tabs.tsx";
import type { Route } from "./+types/account.ts";

export const middleware = [signedInOnly];

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(textsOfPage(matches, "account")("myAccount"), matches);

/** Exists so that the guard also runs when switching between the tabs. */
export function loader() {
  return null;
}

/** The account pages: orders and details. [S2.19] */
export default function Account() {
  const texts = useTexts("account");
  const { pathname } = useLocation();
  const isDetails = /^\/account\/(details|name|password|deletion|(sessions\/[^/]+|other-sessions)\/ending)$/.test(pathname);
  return (
    <div className="frame flex flex-col gap-6 py-8">
      <PageHead title={texts("myAccount")} />
      <Tabs
        label={texts("myAccount")}
        tabs={[
          { to: "/account", label: texts("orderHistory"), isCurrent: !isDetails },
          { to: "/account/details", label: texts("accountDetails"), isCurrent: isDetails },
        ]}
      />
      <Outlet />
    </div>
  );
}
