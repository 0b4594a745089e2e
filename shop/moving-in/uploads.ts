/** The files of the old shop that an admin may upload; of `proofs` there may be many. */
export const uploadKinds = ["database", "accounts", "hashConfig", "proofs"] as const;
export type UploadKind = (typeof uploadKinds)[number];

/** What lies here of the old shop: how many files of a kind, and how many bytes they have. */
export type Uploads = Record<UploadKind, { files: number; bytes: number }>;

const NAME_MAX_LENGTH = 200;

/** Whether a file can lie under this name: nothing that leads elsewhere. */
export function isFileName(name: string): boolean {
  return name.length > 0 && name.length <= NAME_MAX_LENGTH && !name.startsWith(".") && name.isWellFormed() && !/[/\\\0]/.test(name);
}
