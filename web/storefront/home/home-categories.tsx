import type { ReactNode } from "react";
import { Link } from "react-router";
import { ExternalLink } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Icon, type IconName } from "#web/ui/icon.tsx";

/** The shop's offers as tickets with links; the ID Checker only if it has an address. [S2.7] */
export function Categories({ idCheckerUrl }: { idCheckerUrl: string | null }) {
  return (
    <ul className={classNames("grid gap-4 sm:grid-cols-2", idCheckerUrl !== null && "lg:grid-cols-3")}>
      <li className="flex">
        <Link to="/products" className={ticket}>
          <Category icon="ticket" title="Account IDs" text="One ID, one owner: checked, ready to use, sold once." way="See the products" />
        </Link>
      </li>
      <li className="flex">
        <Link to="/products" className={ticket}>
          <Category icon="box" title="Several at once" text="As many IDs in one order as are in stock." way="See what is in stock" />
        </Link>
      </li>
      {idCheckerUrl !== null && (
        <li className="flex">
          <ExternalLink href={idCheckerUrl} className={ticket}>
            <Category icon="shield" title="ID Checker" text="Find out how an ID that you have stands." way="Open the checker" isExternal />
          </ExternalLink>
        </li>
      )}
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
