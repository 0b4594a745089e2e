import { generateRandomString } from "better-auth/crypto";

/** Returns a random id for an account or a row that belongs to one. [S3.6] */
export function newId(): string {
  return generateRandomString(32, "a-z", "A-Z", "0-9");
}
