import { useNavigation } from "react-router";
import { messages } from "#shop/messages.ts";
import { Spinner } from "#web/ui/icon.tsx";

/** Shows `Loading...` when a navigation takes longer than a moment. */
export function NavigationNotice() {
  const isLoading = useNavigation().state === "loading";
  return (
    <div role="status" className="navigation-notice">
      {isLoading && (
        <span>
          <Spinner />
          {messages.loading}
        </span>
      )}
    </div>
  );
}
