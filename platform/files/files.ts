/** A store of private files under unguessable keys. */
export type Files = {
  /** Writes a whole file or nothing. Throws if the store cannot take it. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The file's bytes, or null if there is none. */
  get(key: string): Promise<Uint8Array | null>;
  /** Removes a file; a missing one is not an error. */
  remove(key: string): Promise<void>;
  /** Lists every file, and what a crash left unfinished, with its time. */
  list(): AsyncIterable<StoredFile>;
};

export type StoredFile = { key: string; storedAt: Date };
