import { z } from "zod";

/** An amount in the smallest unit of its currency: a whole number, never a text. */
export const amount = z.int().min(0);

/**
 * A currency as three letters, made capital. It is required: a missing one is not taken as right.
 */
export const currency = z
  .string()
  .regex(/^[A-Za-z]{3}$/)
  .transform((text) => text.toUpperCase());

/** Unix seconds. */
export const seconds = z
  .int()
  .min(0)
  .transform((value) => new Date(value * 1_000));

/** An id of a provider. It is safe in a URL's path. */
export const providerId = z.string().regex(/^[A-Za-z0-9_-]{1,255}$/);

/** A text that is merely shown; anything else is nothing. */
export const shownText = z.string().min(1).max(255).nullable().catch(null);
