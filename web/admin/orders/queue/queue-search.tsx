import { SearchForm } from "./search-form.tsx";

type Props = {
  search: string;
  /** Rows that stay open while something else is looked for. */
  managed: string[];
};

/** Looks for orders by request id, request code, product name or user id. [S2.28] */
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
