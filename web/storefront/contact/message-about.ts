import { z } from "zod";
import { readRequestCode } from "#shop/orders/request-code.ts";

/** What the address of the contact page says that the message is about. */
const MessageAbout = z.object({ order: z.string().max(100).transform(readRequestCode) });

/** Reads the request code in `?order=…`; null for none, or for anything else. [S2.27] */
export function readMessageAbout(params: URLSearchParams): string | null {
  const asked = MessageAbout.safeParse(Object.fromEntries(params));
  return asked.success ? asked.data.order : null;
}
