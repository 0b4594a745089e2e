import { useNavigation } from "react-router";
import { messages } from "#shop/messages.ts";
import { Spinner } from "#web/ui/icon.tsx";

/** Shows `Loading...` when a navigation takes longer than a moment. */
export function NavigationNotice() {
  const isLoading = useNavigation().state === "loading";
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-18 z-50 flex justify-center">
      {isLoading && (
        <span className="flex animate-late items-center gap-2 rounded-full bg-ink px-4 py-1.5 text-sm font-medium text-paper shadow-raised">
          <Spinner className="size-4" />
          {messages.loading}
        </span>
      )}
    </div>
  );
}
