import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { isChoosable, type LinesOfKind } from "#shop/stock/imports/line-kinds.ts";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import type { IdCheckAnswer } from "../imports/id-check.ts";
import { LinesOfKinds } from "../imports/lines-of-kinds.tsx";

/** The fields of a form that say which IDs they are and how to read them. */
const FIELDS = ["productId", "ids", "idsFile", "layout", "columns", "hasHeader", "joiner", "previewed"];

/**
 * A button that checks the IDs of the surrounding form before anything is added, and the lines that
 * will be added and those that won't. Only with JavaScript; the page of an import checks without.
 * [S5.11]
 */
export function IdsCheck({ productId, text }: { productId?: string; text: string }) {
  const texts = useTexts("adminImports");
  const fetcher = useFetcher<IdCheckAnswer>();
  const place = useRef<HTMLDivElement>(null);
  const [checked, setChecked] = useState<string | null>(null);
  const check = () => {
    const form = place.current?.closest("form");
    if (!form) return;
    const all = new FormData(form);
    const given = new FormData();
    for (const name of FIELDS) for (const value of all.getAll(name)) given.append(name, value);
    if (productId !== undefined) given.set("productId", productId);
    setChecked(text);
    void fetcher.submit(given, {
      method: "post",
      action: "/admin/id-check",
      encType: "multipart/form-data",
      defaultShouldRevalidate: false,
    });
  };
  // Another layout, column or file makes other IDs of the same text.
  useEffect(() => {
    const form = place.current?.closest("form");
    const forget = ({ target }: Event) =>
      target instanceof Element && FIELDS.includes(target.getAttribute("name") ?? "") ? setChecked(null) : undefined;
    form?.addEventListener("change", forget);
    return () => form?.removeEventListener("change", forget);
  }, [text]);
  if (text.trim() === "") return null;
  const answer = fetcher.state === "idle" && checked === text ? fetcher.data : undefined;
  return (
    <div ref={place} className="scripted flex flex-col gap-3 noscript:hidden">
      <Button variant="secondary" icon="search" isBusy={fetcher.state !== "idle"} onClick={check} className="self-start">
        {texts("checkIds")}
      </Button>
      {answer && !answer.ok && <Alert kind="error">{answer.sentence}</Alert>}
      {answer?.ok && <Checked kinds={answer.value} />}
    </div>
  );
}

function Checked({ kinds }: { kinds: readonly LinesOfKind[] }) {
  const texts = useTexts("adminImports");
  const groups = [
    { title: texts("willBeAdded"), its: kinds.filter(isChoosable) },
    { title: texts("notAddable"), its: kinds.filter((kind) => !isChoosable(kind)) },
  ].filter(({ its }) => its.length > 0);
  return (
    <div role="status" className="well flex flex-col gap-3 px-4 py-3">
      {groups.map(({ title, its }) => (
        <section key={title} className="flex flex-col gap-2">
          <h2 className="text-base font-semibold tracking-normal">{title}</h2>
          <LinesOfKinds kinds={its} />
        </section>
      ))}
    </div>
  );
}
