import { useState } from "react";
import { useActionData, useLocation } from "react-router";

/**
 * The answer to a form that was sent before hydration or without JavaScript, kept until the address
 * changes. React Router's `useActionData` forgets it at the next revalidation.
 */
export function usePosted<Answer>(): ReturnType<typeof useActionData<Answer>> {
  const posted = useActionData<Answer>();
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const [kept, keep] = useState({ posted, address });
  if (kept.address !== address || (posted !== undefined && posted !== kept.posted)) keep({ posted, address });
  return posted ?? (kept.address === address ? kept.posted : undefined);
}
