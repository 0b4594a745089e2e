import { useEffect } from "react";
import { watchTyping } from "../forms/unsaved-text.ts";
import { useFreshSettings } from "../live/use-fresh-settings.ts";
import { useTicketCheck } from "../offline/use-ticket-check.ts";
import { preventReload } from "./prevent-reload.ts";

/** Background checks of an open page that are not needed to use it. Mount once, in the root. */
export function PageWatch({ changedAt, who }: { changedAt: Date | undefined; who: string | null }) {
  useFreshSettings(changedAt);
  useTicketCheck(who);
  useEffect(preventReload, []);
  useEffect(watchTyping, []);
  return null;
}
