import { useEffect, useId, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { DESCRIPTION_MAX_LENGTH, PREVIEW_DELAY_MS } from "#shop/catalogue/constants.ts";
import type { DescriptionPreview } from "#shop/catalogue/description.server.ts";
import { LanguageName, type OwnerLanguage } from "#web/parts/forms/owner-languages.tsx";
import { Description } from "#web/parts/product/description.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextareaField } from "#web/ui/fields/text-field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { ProductAnswer } from "../product-answer.ts";
import { EditorTools } from "./editor-tools.tsx";
import { useDescriptionEditor } from "./use-description-editor.ts";

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
 * The field for a description in one language: an editor whose HTML the server cleans, or that HTML
 * with a preview for buyers, sanitized by the server shortly after typing. Without JavaScript it is
 * the HTML, and a button requests the preview. [S2.34] [S2.10] [S11.2]
 */
export function ProductDescription({ productId, language, isMain, name, value, preview, error }: Props) {
  const texts = useTexts("adminProductForm");
  const address = `/admin/products/${productId ? encodeURIComponent(productId) : "new"}/description-preview`;
  const cleaned = usePreview(address);
  const named = { language: () => <LanguageName language={language} /> };
  const [previewId, labelId] = [useId(), useId()];
  const area = useRef<HTMLTextAreaElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const [isEmpty, setEmpty] = useState(value === "");
  const [isHtml, setHtml] = useState(false);
  const shown = isEmpty ? undefined : (cleaned.preview ?? preview);
  const changed = (text: string) => {
    setEmpty(text.trim() === "");
    cleaned.ask(text);
  };
  const onChange = (html: string) => {
    if (area.current) area.current.value = html;
    changed(html);
  };
  const editor = useDescriptionEditor({ area, place, isHtml, labelId, lang: language.locale, onChange });
  return (
    <div className="flex flex-col gap-3">
      <div hidden={editor !== null}>
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
      </div>
      {editor && (
        <>
          <p id={labelId} className="-mb-1 font-semibold">
            {rich(texts, "descriptionIn", named)}
          </p>
          <EditorTools editor={editor} label={rich(texts, "formatSelectedIn", named)} />
        </>
      )}
      <div ref={place} className={editor ? undefined : "hidden"} />
      {editor && (error ?? cleaned.refusal) && <Alert kind="error">{error ?? cleaned.refusal}</Alert>}
      {(editor || isHtml) && (
        <Button variant="quiet" onClick={() => setHtml(!isHtml)} className="-my-2 self-start text-sm">
          {texts(isHtml ? "writeText" : "writeHtml")}
        </Button>
      )}
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
      {!editor && (
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
      )}
      <p
        role="status"
        className={!editor && shown && shown.takenOut.length > 0 ? "flex items-start gap-1.5 text-sm text-amber-ink" : "unseen"}
      >
        {!editor && shown && shown.takenOut.length > 0 && (
          <>
            <Icon name="info" className="mt-0.5" />
            {texts("takenOut", { names: shown.takenOut.join(", ") })}
          </>
        )}
      </p>
    </div>
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
