/** The files of the old shop that an admin may upload; of `proofs` there may be many. */
export const uploadKinds = ["database", "accounts", "hashConfig", "proofs"] as const;
export type UploadKind = (typeof uploadKinds)[number];

/** What lies here of the old shop: how many files of a kind, and how many bytes they have. */
export type Uploads = Record<UploadKind, { files: number; bytes: number }>;

/** A name of a file has no more bytes than this on the systems that keep them. */
const NAME_MAX_BYTES = 255;

/** Whether a file can lie under this name: nothing that leads elsewhere. */
export function isFileName(name: string): boolean {
  return (
    name.length > 0 &&
    new TextEncoder().encode(name).length <= NAME_MAX_BYTES &&
    !name.startsWith(".") &&
    name.isWellFormed() &&
    !/[/\\\0]/.test(name)
  );
}
