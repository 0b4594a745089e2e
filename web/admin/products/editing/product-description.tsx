import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { DESCRIPTION_MAX_LENGTH, PREVIEW_DELAY_MS } from "#shop/catalogue/constants.ts";
import type { DescriptionPreview } from "#shop/catalogue/description.server.ts";
import { LanguageName, type OwnerLanguage } from "#web/parts/forms/owner-languages.tsx";
import { Description } from "#web/parts/product/description.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextareaField } from "#web/ui/fields/text-field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { ProductAnswer } from "../product-answer.ts";

type Props = {
  /** The product's ID, or null. Without JavaScript the preview returns to its form. */
  productId: string | null;
  /** The language of this description, and whether it is the product's main one. */
  language: OwnerLanguage;
  isMain: boolean;
  /** The name of its field. */
  name: string;
  value: string;
  /** The sanitized description of `value`; a stored description is sanitized already. */
  preview: DescriptionPreview | undefined;
  error: string | null;
};

/**
 * The field for a description in one language with a preview for buyers, sanitized by the server
 * shortly after typing. Without JavaScript a button requests it. [S2.34] [S2.10] [S11.2]
 */
export function ProductDescription({ productId, language, isMain, name, value, preview, error }: Props) {
  const texts = useTexts("adminProductForm");
  const address = `/admin/products/${productId ? encodeURIComponent(productId) : "new"}/description-preview`;
  const cleaned = usePreview(address);
  const named = { language: () => <LanguageName language={language} /> };
  const previewId = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [isEmpty, setEmpty] = useState(value === "");
  const shown = isEmpty ? undefined : (cleaned.preview ?? preview);

  const changed = (text: string) => {
    setEmpty(text.trim() === "");
    cleaned.ask(text);
  };
  const surround = (before: string, after: string) => {
    if (!area.current) return;
    insertAround(area.current, before, after);
    changed(area.current.value);
  };
  return (
    <div className="flex flex-col gap-3">
      <TextareaField
        ref={area}
        label={rich(texts, "descriptionIn", named)}
        name={name}
        lang={language.locale}
        rows={6}
        defaultValue={value}
        maxLength={DESCRIPTION_MAX_LENGTH}
        onChange={({ target }) => changed(target.value)}
        hint={texts("htmlAllowed")}
        error={error ?? cleaned.refusal}
      />
      <fieldset className="scripted -mt-1 flex flex-wrap gap-2">
        <legend className="unseen">{rich(texts, "formatSelectedIn", named)}</legend>
        <Tool name={texts("bold")} onClick={() => surround("<strong>", "</strong>")}>
          <b>{texts("bold")}</b>
        </Tool>
        <Tool name={texts("list")} onClick={() => surround("<ul>\n<li>", "</li>\n</ul>")}>
          {texts("list")}
        </Tool>
        <Tool name={texts("link")} onClick={() => surround('<a href="https://">', "</a>")}>
          {texts("link")}
        </Tool>
      </fieldset>
      <Button
        type="submit"
        formAction={isMain ? address : `${address}?language=${language.code}`}
        formNoValidate
        variant="secondary"
        icon="eye"
        className="hidden noscript:inline-flex"
      >
        <span>{rich(texts, "previewIn", named)}</span>
      </Button>
      <section aria-labelledby={previewId} className="well px-4 py-3">
        <h2 id={previewId} className="mb-2 text-sm font-semibold tracking-normal text-soft">
          {rich(texts, "previewIn", named)}
        </h2>
        {shown ? (
          <Description html={shown.html} lang={language.locale} className="min-h-6" />
        ) : (
          <p className="text-soft">{texts("previewEmpty")}</p>
        )}
      </section>
      <p role="status" className={shown && shown.takenOut.length > 0 ? "flex items-start gap-1.5 text-sm text-amber-ink" : "unseen"}>
        {shown && shown.takenOut.length > 0 && (
          <>
            <Icon name="info" className="mt-0.5" />
            {texts("takenOut", { names: shown.takenOut.join(", ") })}
          </>
        )}
      </p>
    </div>
  );
}

function Tool({ name, onClick, children }: { name: string; onClick: () => void; children: ReactNode }) {
  return (
    <Button variant="secondary" aria-label={name} onClick={onClick} className="min-w-11 text-sm">
      {children}
    </Button>
  );
}

/** Requests the preview after a pause in typing, without reloading the page. */
function usePreview(action: string) {
  const { submit, data } = useFetcher<ProductAnswer>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const ask = (description: string) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(
      () => void submit({ description }, { method: "post", action, defaultShouldRevalidate: false }),
      PREVIEW_DELAY_MS,
    );
  };
  return { ask, preview: data?.preview, refusal: data && !data.ok ? data.sentence : null };
}

/** Inserts a tag around the selection with an undo step, and selects the text inside again. */
function insertAround(area: HTMLTextAreaElement, before: string, after: string): void {
  const { selectionStart, selectionEnd, value } = area;
  const inside = value.slice(selectionStart, selectionEnd);
  area.focus();
  const text = before + inside + after;
  if (!document.execCommand("insertText", false, text)) area.setRangeText(text, selectionStart, selectionEnd);
  area.setSelectionRange(selectionStart + before.length, selectionStart + before.length + inside.length);
}
