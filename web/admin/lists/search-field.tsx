import { SEARCH_MAX_LENGTH } from "#shop/constants.ts";

type Props = { search: string; label: string; placeholder: string; className: string };

/** The field of a list's search, with its name for screen readers. Another search fills it anew. */
export function SearchField({ search, label, placeholder, className }: Props) {
  return (
    <label className={className}>
      <span className="unseen">{label}</span>
      <input
        key={search}
        type="search"
        name="search"
        defaultValue={search}
        placeholder={placeholder}
        maxLength={SEARCH_MAX_LENGTH}
        className="input"
      />
    </label>
  );
}
