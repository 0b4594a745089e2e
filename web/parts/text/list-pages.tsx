import { LinkButton } from "#web/ui/button.tsx";

type Props = {
  /** The address of the list's beginning; null at the beginning. */
  toFirst: string | null;
  /** The address of what follows; null at the end. */
  toNext: string | null;
  firstText?: string;
  nextText?: string;
};

/** Under one page of a long list: the ways to its beginning and to what follows. */
export function ListPages({ toFirst, toNext, firstText = "Back to the newest", nextText = "Show older ones" }: Props) {
  return (
    <div className="flex flex-wrap gap-2">
      {toFirst && (
        <LinkButton to={toFirst} variant="secondary">
          {firstText}
        </LinkButton>
      )}
      {toNext && (
        <LinkButton to={toNext} variant="secondary" icon="down">
          {nextText}
        </LinkButton>
      )}
    </div>
  );
}
