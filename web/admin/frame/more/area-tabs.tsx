import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { useTexts } from "#web/texts.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { showCurrent } from "../show-current.ts";
import { useMay, useMayOpen } from "../use-may.ts";
import { entriesFor, placeInMore } from "./more-entries.ts";

/**
 * The way from a page of the menu *More* to the other pages of its entry that the reader may open.
 * A page with a way back to its list shows that instead. [S12.2] [S13.9]
 */
export function AreaTabs() {
  const texts = useTexts("adminFrame");
  const { pathname } = useLocation();
  const place = placeInMore(entriesFor(useMay(), useMayOpen()), pathname);
  const current = place?.page.to;
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (current) showCurrent(row.current?.querySelector("nav") ?? null);
  }, [current]);
  if (!place || place.entry.pages.length < 2) return null;
  const tabs = place.entry.pages.map(({ to, label }) => ({ to, label: texts(label), isCurrent: to === current }));
  return (
    <div ref={row} className="area-tabs">
      <Tabs label={texts(place.entry.label)} tabs={tabs} />
    </div>
  );
}
