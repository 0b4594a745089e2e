/** The picture of a posted form, as the commands take it; null if none was chosen. */
export async function postedPicture(file: File | null | undefined) {
  return file ? { filename: file.name, bytes: await file.bytes() } : null;
}
