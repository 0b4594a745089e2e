import { useTexts } from "#web/texts.tsx";
import { LinkButton } from "#web/ui/button.tsx";

type Props = {
  /** The address of the first page; null on the first page. */
  toFirst: string | null;
  /** The address of the next page; null on the last. */
  toNext: string | null;
  firstText?: string;
  nextText?: string;
};

/** The links under a page of a list: to the first and the next page, if there are such. */
export function ListPages({ toFirst, toNext, firstText, nextText }: Props) {
  const texts = useTexts("parts");
  if (!toFirst && !toNext) return null;
  return (
    <div className="actions">
      {toFirst && (
        <LinkButton to={toFirst} variant="secondary">
          {firstText ?? texts("backToNewest")}
        </LinkButton>
      )}
      {toNext && (
        <LinkButton to={toNext} variant="secondary" icon="down">
          {nextText ?? texts("showOlder")}
        </LinkButton>
      )}
    </div>
  );
}
