import type { Files } from "../files/files.ts";
import { type ArchiveSet, continueArchiveSet, drawArchiveSet, KeyRecipe } from "./archive-key.server.ts";

/** How the key of the newest set of archives in a place comes from the passphrase. */
export const SET_FILE = "key.json";

/** Continues the set of archives in a place, or begins one there if it has none of this passphrase. */
export async function storedArchiveSet(place: Pick<Files, "get" | "put">, passphrase: string | null): Promise<ArchiveSet> {
  if (passphrase === null) return drawArchiveSet(null);
  const recipe = KeyRecipe.safeParse(parsed(await place.get(SET_FILE)));
  const known = recipe.success ? await continueArchiveSet(passphrase, recipe.data) : null;
  if (known) return known;
  const drawn = await drawArchiveSet(passphrase);
  await place.put(SET_FILE, Buffer.from(JSON.stringify(drawn.key?.recipe)));
  return drawn;
}

/** A file that cannot be read begins another set. */
function parsed(bytes: Uint8Array | null): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes ?? new Uint8Array()));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
