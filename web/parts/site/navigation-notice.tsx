import { useNavigation } from "react-router";
import { useTexts } from "#web/texts.tsx";
import { Spinner } from "#web/ui/icon.tsx";

/** Shows `Loading...` when a navigation takes longer than a moment. */
export function NavigationNotice() {
  const texts = useTexts("site");
  const isLoading = useNavigation().state === "loading";
  return (
    <div role="status" className="navigation-notice">
      {isLoading && (
        <span>
          <Spinner />
          {texts("loading")}
        </span>
      )}
    </div>
  );
}
