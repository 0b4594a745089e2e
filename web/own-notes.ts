import type { RouterContextProvider } from "react-router";
import { storedText } from "#shop/stored-text.ts";
import { sentenceFor } from "./say.ts";

type Noted = { reason?: string; verificationNote?: string | null; adminNote?: string | null };

/** What the shop itself writes into an order, in English: a later reader may have another language. */
const ownNotes = ["paymentVerificationFailed", "noReasonNoted", "movedFromCopyAlone"] as const;

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
  const own = ownNotes.find((code) => note === storedText(code) || note.startsWith(`${storedText(code)} `));
  return own ? `${sentenceFor(context, { code: own })}${note.slice(storedText(own).length)}` : note;
}
