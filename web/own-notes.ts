import type { RouterContextProvider } from "react-router";
import { type OwnNote, writtenNotes } from "#shop/stored-text.ts";
import { sentenceFor } from "./say.ts";

type Noted = { reason?: string; verificationNote?: string | null; adminNote?: string | null };

/**
 * What the shop itself writes into an order, in English: a later reader may have another language.
 */
const ownNotes = ["paymentVerificationFailed", "noReasonGiven", "movedFromCopyAlone"] as const satisfies OwnNote[];

/** The same order with the notes of the shop itself in the visitor's language. [S11.1] */
export function withOwnNotes<T extends object>(context: Pick<RouterContextProvider, "get">, order: T): T {
  const { reason, verificationNote, adminNote } = order as Noted;
  const said = (note: string) => noteFor(context, note);
  return {
    ...order,
    ...(reason && { reason: said(reason) }),
    ...(verificationNote && { verificationNote: said(verificationNote) }),
    ...(adminNote && { adminNote: said(adminNote) }),
  };
}

/** An imported order's own note stands behind the one of the shop. */
function noteFor(context: Pick<RouterContextProvider, "get">, note: string): string {
  for (const code of ownNotes) {
    const own = writtenNotes(code).find((text) => note === text || note.startsWith(`${text} `));
    if (own !== undefined) return `${sentenceFor(context, { code })}${note.slice(own.length)}`;
  }
  return note;
}
