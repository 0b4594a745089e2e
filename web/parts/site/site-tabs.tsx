import { NavLink } from "react-router";
import type { KeyIn } from "#messages/texts.ts";
import { useTexts } from "#web/texts.tsx";
import { Icon, type IconName } from "#web/ui/icon.tsx";

const tabs = [
  ["/", "home", "home"],
  ["/products", "products", "ticket"],
  ["/my-orders", "myOrders", "receipt"],
  ["/contact", "help", "chat"],
] as const satisfies [to: string, label: KeyIn<"site">, icon: IconName][];

/**
 * The bar at the bottom of a phone's screen. It is the same for everybody, so that cached pages can
 * be shared. [S12.1]
 */
export function SiteTabs() {
  const texts = useTexts("site");
  return (
    <nav aria-label={texts("shortcuts")} className="site-tabs on-night">
      {tabs.map(([to, label, icon]) => (
        <NavLink key={to} to={to} end>
          <Icon name={icon} />
          {texts(label)}
        </NavLink>
      ))}
    </nav>
  );
}
