import { Link, useLocation } from "react-router";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";

const RESTORED = "/admin/restored";

/** Says on every admin page but its own that a restored shop sells nothing until it is settled. */
export function RestoredAlert() {
  const texts = useTexts("adminFrame");
  if (useLocation().pathname.startsWith(RESTORED)) return null;
  return (
    <Alert kind="warning">
      {`${texts("restoredAlert")} `}
      <Link to={RESTORED} className="font-semibold underline underline-offset-4">
        {texts("restoredLink")}
      </Link>
    </Alert>
  );
}
