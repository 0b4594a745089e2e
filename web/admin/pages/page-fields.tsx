import { useRef, useState } from "react";
import { Link } from "react-router";
import { PAGE_HTML_MAX_LENGTH, PAGE_TITLE_MAX_LENGTH } from "#shop/pages/constants.ts";
import type { EditedPage, PageSlug } from "#shop/pages/page.ts";
import { shownHtml } from "#shop/pages/shown-html.ts";
import { besides } from "#web/parts/forms/besides.ts";
import { fieldOf } from "#web/parts/forms/refusal-alert.tsx";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { useFocusOnRefusal } from "#web/parts/forms/use-focus-on-refusal.ts";
import { Description } from "#web/parts/product/description.tsx";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextareaField, TextField } from "#web/ui/fields/text-field.tsx";
import { TickField } from "#web/ui/fields/tick-field.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import type { PageAnswer } from "./page-answer.ts";
import { PageState } from "./page-state.tsx";

/** A page's text in one language: what was saved, or a draft. */
type Edition = Pick<EditedPage, "title" | "html" | "publishedAt" | "updatedAt"> & {
  language: string;
  /** The language's own name. */
  name: string;
  locale: string;
  isDraft: boolean;
  /** Null if nothing was saved. */
  savedHtml: string | null;
};
type Props = { slug: PageSlug; edition: Edition; answered: PageAnswer | undefined };

/**
 * The form of a page's text in one language. What was typed stays after a refusal, and a saved text
 * is shown as it was sanitized. [S10.14]
 */
export function PageFields({ slug, edition, answered }: Props) {
  const texts = useTexts("adminPages");
  const form = useRef<HTMLFormElement>(null);
  const { Form, isBusy, answer, refusal } = useAnswer(answered, () => {});
  const [seenAt] = useState(timeIn(edition));
  const field = fieldOf(refusal);
  useFocusOnRefusal(field && refusal, () => form.current?.querySelector<HTMLElement>(`[name="${field}"]`));

  const saved = answer?.ok ? (answer.value as EditedPage) : null;
  const typed = answered?.ok === false ? answered.typed : undefined;
  const { title, html } = typed ?? saved ?? edition;
  const isPublished = typed?.isPublished ?? (saved ?? edition).publishedAt !== null;
  const savedHtml = saved?.html ?? edition.savedHtml;
  return (
    <Sheet
      title={
        <span id={`in-${edition.language}`} lang={edition.locale}>
          {edition.name}
        </span>
      }
      actions={<PageState page={edition} />}
    >
      <Form
        ref={form}
        key={timeIn(saved ?? edition)}
        method="post"
        action={`/admin/pages/${slug}/${edition.language}`}
        aria-labelledby={`in-${edition.language}`}
        noValidate
        className="flex flex-col gap-4"
      >
        <input type="hidden" name="seenAt" value={saved ? timeIn(saved) : seenAt} />
        {edition.isDraft && !saved && <Alert kind="info">{texts("readDraft")}</Alert>}
        {answered?.ok && <Alert kind="success">{answered.sentence}</Alert>}
        <TextField
          label={texts("titleField")}
          name="title"
          lang={edition.locale}
          defaultValue={title}
          error={besides(refusal, "title")}
          maxLength={PAGE_TITLE_MAX_LENGTH}
          required
        />
        <TextareaField
          label={texts("textField")}
          hint={texts("textHint")}
          name="html"
          lang={edition.locale}
          defaultValue={html}
          error={besides(refusal, "html")}
          maxLength={PAGE_HTML_MAX_LENGTH}
          rows={16}
          spellCheck
        />
        <TickField name="isPublished" label={texts("publish")} text={texts("publishHint")} isTicked={isPublished} />
        {refusal && !field && <Alert kind="error">{refusal.sentence}</Alert>}
        <div className="flex flex-wrap items-center gap-4">
          <Button type="submit" icon="check" isBusy={isBusy}>
            {texts("save", { language: edition.name })}
          </Button>
          {savedHtml !== null && (
            <Link to={`/admin/pages/${slug}?draft=${edition.language}`} preventScrollReset className="touch-link">
              {texts("startAgain")}
            </Link>
          )}
        </div>
      </Form>
      {savedHtml !== null && (
        <details>
          <summary className="touch-link">{texts("preview")}</summary>
          <div lang={edition.locale} className="note">
            <Description html={shownHtml(savedHtml)} className="page-text" />
          </div>
        </details>
      )}
    </Sheet>
  );
}

/**
 * The time of a saved text, which tells whether another admin changed it; empty if none was saved.
 */
function timeIn({ updatedAt }: Pick<EditedPage, "updatedAt">): string {
  return updatedAt?.toISOString() ?? "";
}
