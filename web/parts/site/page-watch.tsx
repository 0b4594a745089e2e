import { useEffect } from "react";
import { useFreshSettings } from "../live/use-fresh-settings.ts";
import { preventReload } from "./prevent-reload.ts";

/** Background checks of an open page that are not needed to use it. Mount once, in the root. */
export function PageWatch({ changedAt }: { changedAt: Date | undefined }) {
  useFreshSettings(changedAt);
  useEffect(preventReload, []);
  return null;
}
