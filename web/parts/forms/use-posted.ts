import { useState } from "react";
import { useActionData, useLocation } from "react-router";

/**
 * The answer to a form that was sent before hydration or without JavaScript, stored until the
 * address changes. React Router's `useActionData` forgets it at the next revalidation.
 */
export function usePosted<Answer>(): ReturnType<typeof useActionData<Answer>> {
  const posted = useActionData<Answer>();
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const [stored, store] = useState({ posted, address });
  if (stored.address !== address || (posted !== undefined && posted !== stored.posted)) store({ posted, address });
  return posted ?? (stored.address === address ? stored.posted : undefined);
}
