/** What the shop writes letters about. */
export const letterKinds = {
  "password-reset": "Password reset",
  "order-placed": "Order placed",
  "order-approved": "Order approved",
  "order-rejected": "Order rejected",
  "order-lapsed": "Order cancelled by itself",
  "new-order": "New order, to the owner",
  "mostly-held": "Most of a product is reserved, to the owner",
  "contact-message": "Message, to the support address",
} as const;
export type LetterKind = keyof typeof letterKinds;

/** `kept`: no mail is set up, so it is only kept. `waiting`: it will be sent, or tried again. `failed`: it was given up. */
export const letterStates = ["kept", "waiting", "sent", "failed"] as const;
export type LetterState = (typeof letterStates)[number];

/** The states in words. */
export const letterStateWords: Record<LetterState, string> = { kept: "Kept", waiting: "Waiting", sent: "Sent", failed: "Not sent" };

/** Whether a text names a state. */
export function isLetterState(text: string | null): text is LetterState {
  return letterStates.some((state) => state === text);
}

/** Who a letter is for: an address, or `owner`, whom the settings name when it is sent. */
export type Recipient = { email: string } | "owner";
