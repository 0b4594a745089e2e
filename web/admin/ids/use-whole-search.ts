import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import type { PageOfIds } from "#shop/stock/ids/product-id.ts";
import type { loader } from "./product-ids.tsx";
import { type IdsAddress, idsQuery } from "./product-ids-address.ts";
import { wholeSearch } from "./whole-search.ts";

/**
 * A search for part of an ID. Each request searches some of the IDs, and the next one follows
 * automatically until all were searched. [S2.35]
 */
export function useWholeSearch(path: string, address: IdsAddress, first: PageOfIds): PageOfIds {
  const { load, data } = useFetcher<typeof loader>();
  const [found, setFound] = useState({ first, others: [] as PageOfIds[] });
  const whole = wholeSearch(first, found.first === first ? found.others : []);
  const goesOn = whole.search?.goesOn ?? null;
  const next = goesOn === null ? null : path + idsQuery({ ...address, after: goesOn });

  useEffect(() => {
    if (next !== null) void load(next);
  }, [next, load]);

  const part = data?.address.after === goesOn ? data.page : null;
  useEffect(() => {
    if (part) setFound((before) => ({ first, others: [...(before.first === first ? before.others : []), part] }));
  }, [part, first]);
  return whole;
}
