import { useState } from "react";
import { useActionData, useLocation } from "react-router";

/**
 * What a form that was sent before the page's script woke, or without any, was answered. It stays until one leaves the address: the router itself
 * forgets it as soon as the page is loaded again because something changed elsewhere.
 */
export function usePosted<Answer>(): ReturnType<typeof useActionData<Answer>> {
  const posted = useActionData<Answer>();
  const { key } = useLocation();
  const [kept, keep] = useState({ posted, key });
  if (kept.key !== key || (posted !== undefined && posted !== kept.posted)) keep({ posted, key });
  return posted ?? (kept.key === key ? kept.posted : undefined);
}
