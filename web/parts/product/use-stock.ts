import { type RefObject, useCallback, useEffect, useState } from "react";
import type { Language } from "#messages/languages.ts";
import type { Texts } from "#messages/texts.ts";
import { STOCK_FRESH_MS } from "#shop/stock/constants.ts";
import { useLanguage, useTexts } from "#web/texts.tsx";

/** A product's stock, or why it is unknown. [S2.12] */
type KnownStock = { available: number; error: null } | { available: null; error: string };

/**
 * A product's stock, starting with the value of the page. It is fetched again once `place` was
 * visible and that value is no longer fresh, whenever the page becomes visible again, and until it
 * comes if it could not be read. A reload of the page sets it to the new `first`. [S2.12] [S2.36]
 */
export function useStock(productId: string, first: number, place: RefObject<Element | null>): KnownStock {
  const texts = useTexts("parts");
  const language = useLanguage();
  const [asked, setAsked] = useState<{ since: number; stock: KnownStock } | null>(null);

  const ask = useCallback(async () => {
    const stock = await askForStock(productId, language, texts);
    setAsked({ since: first, stock });
  }, [productId, first, language, texts]);

  useEffect(() => {
    const cameAt = performance.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const sight = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      sight.disconnect();
      timer = setTimeout(ask, cameAt + STOCK_FRESH_MS - performance.now());
    });
    if (place.current) sight.observe(place.current);
    const askWhenSeen = () => {
      if (document.visibilityState === "visible") void ask();
    };
    document.addEventListener("visibilitychange", askWhenSeen);
    return () => {
      sight.disconnect();
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", askWhenSeen);
    };
  }, [ask, place]);

  const stock: KnownStock = asked?.since === first ? asked.stock : { available: first, error: null };
  const isUnknown = stock.error !== null;
  useEffect(() => {
    if (!isUnknown) return;
    const timer = setInterval(ask, STOCK_FRESH_MS);
    return () => clearInterval(timer);
  }, [isUnknown, ask]);
  return stock;
}

async function askForStock(productId: string, language: Language, texts: Texts<"parts">): Promise<KnownStock> {
  try {
    const headers = { "Accept-Language": language };
    const response = await fetch(`/api/get-stock/${encodeURIComponent(productId)}`, { cache: "no-store", headers });
    return readStockAnswer(response.ok, await response.json(), texts);
  } catch {
    return { available: null, error: texts("failedToFetchStock") };
  }
}

/** Parses the stock response: a number, the shop's sentence, or `Failed to fetch stock`. [S7.2] */
export function readStockAnswer(isOk: boolean, answer: unknown, texts: Texts<"parts">): KnownStock {
  const { availableStock, error, sentence = error }: Record<string, unknown> = Object(answer);
  if (isOk && typeof availableStock === "number") return { available: availableStock, error: null };
  return { available: null, error: typeof sentence === "string" && sentence !== "" ? sentence : texts("failedToFetchStock") };
}
