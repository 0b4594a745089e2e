import { join } from "node:path";

/**
 * How to start this program again as another process: the bundle is one file and gets `word` as its
 * argument; from source it is `file`, relative to this folder.
 */
export function ownProgram(word: string, file: string): { file: string; words: string[] } {
  const isBundle = !import.meta.filename.endsWith(".ts");
  return isBundle ? { file: process.argv[1] ?? "", words: [word] } : { file: join(import.meta.dirname, file), words: [] };
}
