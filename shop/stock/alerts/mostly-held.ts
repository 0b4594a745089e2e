/** A mostly reserved product: how many IDs pending orders hold and how many are free. */
export type MostlyHeld = { id: string; name: string; held: number; available: number };
