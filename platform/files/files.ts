/** A store of private files under keys that nobody can guess. */
export type Files = {
  /** Writes a whole file or nothing. Throws when the store cannot take it. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The file's bytes, or null where there is none. */
  get(key: string): Promise<Uint8Array | null>;
  /** Removes a file; one that is not there is no error. */
  remove(key: string): Promise<void>;
  /** Every file, and what a crash left unfinished, with the time it was stored. */
  list(): AsyncIterable<StoredFile>;
};

export type StoredFile = { key: string; storedAt: Date };
