import { Link } from "react-router";
import type { StatementInDepth } from "#shop/orders/payment/statements/find-statements.server.ts";
import { useTexts } from "#web/texts.tsx";

/**
 * How much of a statement was read so far, and a link to look again, for a page without script.
 * [S10.13]
 */
export function StillReading({ counts, to }: Pick<StatementInDepth, "counts"> & { to: string }) {
  const texts = useTexts("adminStatements");
  const n = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <p>
      <span>{texts("readSoFar", { n })}</span>{" "}
      <Link to={to} className="touch-link font-semibold underline">
        {texts("lookAgain")}
      </Link>
    </p>
  );
}
