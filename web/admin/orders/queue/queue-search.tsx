import { SearchForm } from "#web/admin/frame/search-form.tsx";

type Props = {
  search: string;
  /** Rows that stay open during a search. */
  managed: string[];
};

/** Searches orders by request ID, request code, product name or user ID. [S2.28] */
export function RequestSearch({ search, managed }: Props) {
  return (
    <SearchForm
      action="/admin/dashboard"
      search={search}
      label="Search by request ID, request code, product or user ID"
      placeholder="ID, code, product, user"
      all="/admin/dashboard?tab=requests"
    >
      <input type="hidden" name="tab" value="requests" />
      {managed.map((code) => (
        <input key={code} type="hidden" name="manage" value={code} />
      ))}
    </SearchForm>
  );
}
