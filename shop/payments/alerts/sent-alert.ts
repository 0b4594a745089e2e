import { z } from "zod";

/** What a forwarder passes on; `sentAt` is when the bank sent it, as the phone says. */
export type SentAlert = { text: string; from: string | null; sentAt: Date | null };

const FROM_MAX_LENGTH = 200;

/** Other fields, such as those of a phone's battery, are not read. */
const Fields = z.object({ text: z.string(), from: z.unknown().optional(), sentStamp: z.unknown().optional() });

/**
 * Reads an alert as forwarders send it: JSON, a form, or plain text whose sender and time are in the
 * address. Null if there is no text in it. [S16.2]
 */
export function readSentAlert(mediaType: string, body: string, inAddress: URLSearchParams): SentAlert | null {
  const fields = Fields.safeParse({ ...Object.fromEntries(inAddress), ...fieldsOf(mediaType, body) });
  if (!fields.success || fields.data.text.trim() === "") return null;
  const { text, from, sentStamp } = fields.data;
  return {
    text: text.toWellFormed().replaceAll("\0", ""),
    from: typeof from === "string" ? from.toWellFormed().replaceAll("\0", "").slice(0, FROM_MAX_LENGTH) : null,
    sentAt: timeOf(sentStamp),
  };
}

function fieldsOf(mediaType: string, body: string): object {
  if (mediaType === "application/x-www-form-urlencoded") return Object.fromEntries(new URLSearchParams(body));
  if (mediaType !== "application/json") return { text: body };
  try {
    const read: unknown = JSON.parse(body);
    return typeof read === "object" && read !== null ? read : {};
  } catch {
    return {};
  }
}

/** A time in milliseconds since 1970, or seconds, as a number or its digits. */
function timeOf(stamp: unknown): Date | null {
  const digits = String(stamp);
  if (!/^\d{10}(?:\d{3})?$/.test(digits)) return null;
  return new Date(Number(digits) * (digits.length === 10 ? 1_000 : 1));
}
