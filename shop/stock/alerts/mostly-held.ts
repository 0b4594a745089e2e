/** A product of which most is held: so many IDs wait in pending orders, so few are free. */
export type MostlyHeld = { id: string; name: string; held: number; available: number };
