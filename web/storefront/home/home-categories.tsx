import type { ReactNode } from "react";
import { Link } from "react-router";
import { useTexts } from "#web/texts.tsx";
import { ExternalLink } from "#web/ui/button.tsx";
import { Icon, type IconName } from "#web/ui/icon.tsx";

/** The shop's offers as tickets with links, among them the ID Checker. [S2.7] */
export function Categories({ idCheckerUrl }: { idCheckerUrl: string }) {
  const texts = useTexts("home");
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      <li className="flex">
        <Link to="/products" className={ticket}>
          <Category icon="ticket" title={texts("accountIds")} text={texts("accountIdsText")} way={texts("seeProducts")} />
        </Link>
      </li>
      <li className="flex">
        <Link to="/products" className={ticket}>
          <Category icon="box" title={texts("severalAtOnce")} text={texts("severalAtOnceText")} way={texts("seeStock")} />
        </Link>
      </li>
      <li className="flex">
        <ExternalLink href={idCheckerUrl} className={ticket}>
          <Category icon="shield" title={texts("idChecker")} text={texts("idCheckerText")} way={texts("openChecker")} isExternal />
        </ExternalLink>
      </li>
    </ul>
  );
}

function Category({
  icon,
  title,
  text,
  way,
  isExternal = false,
}: {
  icon: IconName;
  title: string;
  text: ReactNode;
  way: string;
  isExternal?: boolean;
}) {
  return (
    <>
      <span className="ticket-body flex items-start gap-4 pb-5">
        <Icon name={icon} className="size-8 text-action" />
        <span>
          <span className="block text-lg font-bold">{title}</span>
          <span className="block text-soft">{text}</span>
        </span>
      </span>
      <span className="ticket-stub ticket-way">
        {way}
        <Icon name={isExternal ? "external" : "arrow"} />
      </span>
    </>
  );
}

const ticket = "ticket w-full rounded-sheet";
