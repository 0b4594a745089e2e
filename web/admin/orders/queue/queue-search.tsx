import { SearchForm } from "#web/admin/frame/search-form.tsx";
import { useTexts } from "#web/texts.tsx";

type Props = {
  search: string;
  /** Rows that stay open during a search. */
  managed: string[];
};

/** Searches orders by request ID, request code, product name or user ID. [S2.28] */
export function RequestSearch({ search, managed }: Props) {
  const texts = useTexts("adminQueue");
  return (
    <SearchForm
      action="/admin/dashboard"
      search={search}
      label={texts("searchLabel")}
      placeholder={texts("searchExample")}
      all="/admin/dashboard?tab=requests"
    >
      <input type="hidden" name="tab" value="requests" />
      {managed.map((code) => (
        <input key={code} type="hidden" name="manage" value={code} />
      ))}
    </SearchForm>
  );
}
