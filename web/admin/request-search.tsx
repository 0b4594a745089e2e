import { Form, Link } from "react-router";
import { Button } from "#web/ui/button.tsx";
import { fieldLook } from "#web/ui/field.tsx";

type Props = {
  search: string;
  /** Rows that stay open while something else is looked for. */
  managed: string[];
};

/** Looks for orders by request id, request code, product name or user id; what is looked for stands in the address. [S2.28] */
export function RequestSearch({ search, managed }: Props) {
  return (
    <Form method="get" action="/admin/dashboard" role="search" className="flex flex-wrap items-center gap-2">
      <input type="hidden" name="tab" value="requests" />
      {managed.map((code) => (
        <input key={code} type="hidden" name="manage" value={code} />
      ))}
      <label className="min-w-0 flex-1 basis-40">
        <span className="unseen">Search by request ID, request code, product or user ID</span>
        <input
          key={search}
          type="search"
          name="search"
          defaultValue={search}
          placeholder="ID, code, product or user"
          maxLength={200}
          className={fieldLook}
        />
      </label>
      <Button type="submit" variant="secondary" icon="search">
        Search
      </Button>
      {search && (
        <Link to="/admin/dashboard?tab=requests" className="inline-flex min-h-11 items-center px-2 font-semibold text-action underline">
          Clear
        </Link>
      )}
    </Form>
  );
}
