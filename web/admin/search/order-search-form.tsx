import { Form } from "react-router";
import { SEARCH_MAX_LENGTH } from "#shop/constants.ts";
import { useTexts } from "#web/texts.tsx";
import { Button } from "#web/ui/button.tsx";

/**
 * The one field that finds any order. It is posted, because IDs and gift card codes must not be in
 * an address that is logged. [S12.3]
 */
export function OrderSearchForm({ words = "", isFirst = false }: { words?: string; isFirst?: boolean }) {
  const texts = useTexts("adminSearch");
  return (
    <Form method="post" action="/admin/search" role="search" className="flex items-center gap-2">
      <label className="min-w-0 flex-1 md:max-w-xl">
        <span className="unseen">{texts("anyOrder")}</span>
        <input
          type="search"
          name="words"
          defaultValue={words}
          placeholder={texts("example")}
          maxLength={SEARCH_MAX_LENGTH}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: whoever opens the search page wants to type
          autoFocus={isFirst}
          className="input"
        />
      </label>
      <Button type="submit" variant="secondary" icon="search">
        {texts("find")}
      </Button>
    </Form>
  );
}
