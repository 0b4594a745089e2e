import type { ReactNode } from "react";
import { Link } from "react-router";
import { type ShownSection, shownSections } from "#shop/settings/setting-kinds.ts";
import { useTexts } from "#web/texts.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import { PageHead } from "#web/ui/sheet.tsx";
import { BackLink } from "../frame/back-link.tsx";
import { addressOf, sectionTexts } from "./section-texts.ts";

/**
 * A section beside the list of all. On a phone the first page of the settings is that list alone,
 * and a section leads back to it. `section` is null on the first page.
 */
export function SettingsFrame({
  section,
  isWide = false,
  children,
}: {
  section: ShownSection | null;
  isWide?: boolean;
  children: ReactNode;
}) {
  const texts = useTexts("adminSettings");
  const shown = section && sectionTexts[section];
  return (
    <div className={classNames("settings", section === null && "settings-first")}>
      {section && (
        <BackLink to="/admin/settings" className="settings-back">
          {texts("allSections")}
        </BackLink>
      )}
      <PageHead title={texts(shown?.title ?? "settings")}>{texts(shown?.about ?? "intro")}</PageHead>
      <div className="settings-parts">
        <SectionList current={section ?? FIRST} />
        <div className={classNames("settings-section", !isWide && "max-w-3xl")}>{children}</div>
      </div>
    </div>
  );
}

/** The section that the first page of the settings shows where there is room. */
export const FIRST = "shop" satisfies ShownSection;

function SectionList({ current }: { current: ShownSection }) {
  const texts = useTexts("adminSettings");
  return (
    <nav aria-label={texts("sections")} className="settings-list">
      <ul>
        {shownSections.map((section) => (
          <li key={section}>
            <Link to={addressOf(section)} aria-current={section === current ? "page" : undefined} className="menu-link">
              <Icon name={sectionTexts[section].icon} />
              <span>
                <span>{texts(sectionTexts[section].title)}</span>
                <span className="settings-about">{texts(sectionTexts[section].about)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
