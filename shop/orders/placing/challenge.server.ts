import { randomInt } from "node:crypto";
import { type Challenge, createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { z } from "zod";
import type { Services } from "#platform/provides.ts";
import { CHALLENGE_COST, CHALLENGE_STEPS_MAX, CHALLENGE_VALID_MS } from "#shop/constants.ts";
import { type Limit, solutionLimit } from "#shop/settings/limits.ts";

type Needs = Pick<Services, "vault" | "now">;

/**
 * Work for a browser that wants to place one more order from this network than its limit allows: to find the step, of at most `CHALLENGE_STEPS_MAX`, that
 * gives the key of which it is told the beginning. The shop derives that one key and looks at no step again.
 */
export function drawChallenge(
  { vault, now }: Needs,
  network: string,
  step: number = randomInt(1, CHALLENGE_STEPS_MAX + 1),
): Promise<Challenge> {
  return createChallenge({
    algorithm: "PBKDF2/SHA-256",
    cost: CHALLENGE_COST,
    counter: step,
    deriveKey,
    expiresAt: new Date(now().getTime() + CHALLENGE_VALID_MS),
    ...secretsFor(vault, network),
  });
}

/**
 * The limit by which a solved challenge counts once, for all processes together; null for what is wrong, expired, drawn for another network, or no solution
 * at all. Whether it was used before is told by counting a try against it.
 */
export async function limitOfSolution({ vault, now }: Needs, network: string, written: string): Promise<Limit | null> {
  const solved = readSolved(written);
  if (!solved || solved.challenge.parameters.expiresAt * 1_000 <= now().getTime()) return null;
  const { verified } = await verifySolution({ ...solved, deriveKey, ...secretsFor(vault, network) });
  return verified ? solutionLimit(solved.challenge.signature) : null;
}

/** Only for placing orders, and for each network others: one that was drawn elsewhere does not fit. */
function secretsFor(vault: Needs["vault"], network: string) {
  return {
    hmacSignatureSecret: vault.derive("order challenge", network).toString("hex"),
    hmacKeySignatureSecret: vault.derive("order solution", network).toString("hex"),
  };
}

/** Every parameter that is signed, and nothing nested. */
const Parameters = z.object({
  algorithm: z.string(),
  cost: z.number(),
  expiresAt: z.number(),
  keyLength: z.number(),
  keyPrefix: z.string(),
  keySignature: z.string(),
  nonce: z.string(),
  salt: z.string(),
});

const Solved = z.object({
  challenge: z.object({ parameters: Parameters, signature: z.string() }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});

function readSolved(written: string): z.infer<typeof Solved> | null {
  try {
    return Solved.safeParse(JSON.parse(written)).data ?? null;
  } catch {
    return null;
  }
}
