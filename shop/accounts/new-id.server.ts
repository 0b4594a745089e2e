import { generateRandomString } from "better-auth/crypto";

/** A random id for an account and what belongs to it. [S3.6] */
export function newId(): string {
  return generateRandomString(32, "a-z", "A-Z", "0-9");
}
