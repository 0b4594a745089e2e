import type { ReactNode } from "react";
import { Form, Link } from "react-router";
import { useTexts } from "#web/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { SearchField } from "./search-field.tsx";

type Props = {
  action: string;
  search: string;
  /** The accessible name of the field. */
  label: string;
  placeholder: string;
  /** The address of the list without a search. */
  all: string;
  /** Hidden fields with other parameters of the address. */
  children?: ReactNode;
};

/**
 * The search form of an admin list. The search is in the address, so it works without JavaScript.
 * [S2.28] [S2.33]
 */
export function SearchForm({ action, search, label, placeholder, all, children }: Props) {
  const texts = useTexts("adminFrame");
  return (
    <Form method="get" action={action} role="search" className="flex flex-wrap items-center gap-2">
      <span className="contents">{children}</span>
      <SearchField search={search} label={label} placeholder={placeholder} className="min-w-0 flex-1 basis-32 sm:max-w-md" />
      <Button type="submit" variant="secondary" icon="search" className="max-sm:[&>svg]:hidden">
        {texts("search")}
      </Button>
      {search && (
        <Link to={all} className="touch-link px-2 font-semibold underline">
          {texts("clear")}
        </Link>
      )}
    </Form>
  );
}
