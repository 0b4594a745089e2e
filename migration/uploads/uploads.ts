/** The kinds of old shop files that an admin may upload; there may be many `proofs`. */
export const uploadKinds = ["database", "accounts", "hashConfig", "proofs"] as const;
export type UploadKind = (typeof uploadKinds)[number];

/** The uploads: the number and bytes of the files of each kind. */
export type Uploads = Record<UploadKind, { files: number; bytes: number }>;

/** The file system's limit for a file name. */
const NAME_MAX_BYTES = 255;

/** Whether a text is a safe file name, which cannot lead to another folder. */
export function isFileName(name: string): boolean {
  return (
    name.length > 0 &&
    new TextEncoder().encode(name).length <= NAME_MAX_BYTES &&
    !name.startsWith(".") &&
    name.isWellFormed() &&
    !/[/\\\0]/.test(name)
  );
}
