import { Link } from "react-router";
import type { RunningOut as Product } from "#shop/orders/pace/running-out.server.ts";
import { OwnText } from "#web/parts/text/own-text.tsx";
import { useTexts } from "#web/texts.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { ADD_IDS } from "../frame/form-addresses.ts";

/** The products that run out within a week as they sell; each leads to adding IDs. [S17.7] */
export function RunningOut({ products }: { products: Product[] }) {
  const texts = useTexts("adminToday");
  return (
    <section aria-labelledby="running-out" className="flex flex-col gap-2">
      <h2 id="running-out" className="text-lg">
        {texts("runningOut")}
      </h2>
      <ul className="panel today-lines">
        {products.map(({ id, name, language, available, days }) => (
          <li key={id}>
            <Link to={`${ADD_IDS}?product=${encodeURIComponent(id)}`} className="today-line">
              <Icon name="box" />
              <span className="min-w-0 flex-1">
                <OwnText language={language} className="wrap-anywhere">
                  {name}
                </OwnText>
                <span className="block text-sm font-normal">{texts("lastsWithLeft", { days, available })}</span>
              </span>
              <Icon name="arrow" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
