import { join } from "node:path";

/** This program over again, beside itself: built it is one file, which `word` tells what to be; from source it is `file`, named from this folder. */
export function ownProgram(word: string, file: string): { file: string; words: string[] } {
  const isBundle = !import.meta.filename.endsWith(".ts");
  return isBundle ? { file: process.argv[1] ?? "", words: [word] } : { file: join(import.meta.dirname, file), words: [] };
}
