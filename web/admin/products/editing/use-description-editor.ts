import type { Editor } from "@tiptap/core";
import { type RefObject, useEffect, useEffectEvent, useReducer, useState } from "react";

/**
 * The editor of a textarea's HTML, in `place`; null until its fields are open and its script has
 * come, while `isHtml`, and without JavaScript: then the textarea is there.
 */
export function useDescriptionEditor({
  area,
  place,
  isHtml,
  labelId,
  lang,
  onChange,
}: {
  area: RefObject<HTMLTextAreaElement | null>;
  place: RefObject<HTMLDivElement | null>;
  isHtml: boolean;
  labelId: string;
  lang: string;
  onChange: (html: string) => void;
}): Editor | null {
  const [editor, setEditor] = useState<Editor | null>(null);
  const [, showFormats] = useReducer((times: number) => times + 1, 0);
  const changed = useEffectEvent(onChange);
  useEffect(() => {
    const around = place.current?.closest("details");
    if (isHtml || !around) return;
    let opened: Editor | null = null;
    let isWanted = true;
    let isComing = false;
    const openOnce = async () => {
      if (!around.open || isComing) return;
      isComing = true;
      // Without its script the textarea stays.
      const loaded = await import("./description-editor.ts").catch(() => null);
      if (!loaded || !isWanted || !place.current || !area.current) return;
      const isTyping = document.activeElement === area.current;
      opened = loaded.openEditor({ place: place.current, html: area.current.value, labelId, lang, onChange: (html) => changed(html) });
      opened.on("transaction", showFormats);
      setEditor(opened);
      if (isTyping) opened.commands.focus("end");
    };
    void openOnce();
    around.addEventListener("toggle", openOnce);
    return () => {
      isWanted = false;
      around.removeEventListener("toggle", openOnce);
      opened?.destroy();
      setEditor(null);
    };
  }, [area, place, isHtml, labelId, lang]);
  return editor;
}
