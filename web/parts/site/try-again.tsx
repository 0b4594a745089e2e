import { useLocation } from "react-router";
import { useTexts } from "#web/texts.tsx";
import { LinkButton } from "#web/ui/button.tsx";

/** A link to the page itself, which loads it again as a whole. */
export function TryAgain({ variant = "secondary" }: { variant?: "primary" | "secondary" }) {
  const texts = useTexts("site");
  const { pathname, search } = useLocation();
  return (
    <LinkButton to={pathname + search} reloadDocument variant={variant} icon="refresh">
      {texts("tryAgain")}
    </LinkButton>
  );
}
