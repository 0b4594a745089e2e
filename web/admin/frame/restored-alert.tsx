import { Link } from "react-router";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";

/** Says on every admin page that a restored shop sells nothing until it is settled. */
export function RestoredAlert() {
  const texts = useTexts("adminFrame");
  return (
    <Alert kind="warning">
      {`${texts("restoredAlert")} `}
      <Link to="/admin/restored" className="font-semibold underline underline-offset-4">
        {texts("restoredLink")}
      </Link>
    </Alert>
  );
}
