import { Link } from "react-router";
import { useMayOpen } from "#web/admin/frame/use-may.ts";
import { rich, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";

const PHONES = "/admin/payment-methods/upi/alerts";

/** Says on every admin page of those who handle money that bank alerts stay away. [S16.9] */
export function AlertsSilence({ isSilent }: { isSilent: boolean }) {
  const texts = useTexts("adminFrame");
  const mayOpen = useMayOpen();
  if (!isSilent) return null;
  return (
    <Alert kind="warning">
      {rich(texts, "alertsSilent", {
        link: (words) =>
          mayOpen(PHONES) ? (
            <Link to={PHONES} className="font-semibold underline">
              {words}
            </Link>
          ) : (
            words
          ),
      })}
    </Alert>
  );
}
