import { randomInt } from "node:crypto";
import { type Challenge, createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { z } from "zod";
import type { Services } from "#platform/provides.ts";
import { CHALLENGE_COST, CHALLENGE_STEPS_MAX, CHALLENGE_VALID_MS } from "#shop/constants.ts";
import { type Limit, solutionLimit } from "#shop/settings/rate-limits.ts";

type Needs = Pick<Services, "vault" | "now">;

/**
 * Creates a challenge for a browser that wants to place one more order than its network's limit
 * allows. The browser searches at most `CHALLENGE_STEPS_MAX` counters for the one whose derived key
 * has the given prefix. The shop derives only that one key and need not repeat the search.
 */
export function drawChallenge({ vault, now }: Needs, network: string, step = randomInt(1, CHALLENGE_STEPS_MAX + 1)): Promise<Challenge> {
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
 * Verifies a solved challenge and returns the rate limit that lets it count only once, across all
 * processes. Returns null for a solution that is wrong, expired or drawn for another network. The
 * caller learns whether it was used before by counting an attempt against the limit.
 */
export async function limitOfSolution({ vault, now }: Needs, network: string, written: string): Promise<Limit | null> {
  const solved = readSolved(written);
  if (!solved || solved.challenge.parameters.expiresAt * 1_000 <= now().getTime()) return null;
  const { verified } = await verifySolution({ ...solved, deriveKey, ...secretsFor(vault, network) });
  return verified ? solutionLimit(solved.challenge.signature) : null;
}

/** Secrets for this network only, so a challenge drawn for another network is not accepted. */
function secretsFor(vault: Needs["vault"], network: string) {
  return {
    hmacSignatureSecret: vault.derive("order challenge", network).toString("hex"),
    hmacKeySignatureSecret: vault.derive("order solution", network).toString("hex"),
  };
}

/** Every signed parameter; none of them is nested. */
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
