/** An address on the public internet, or of this machine's own network where the operator allows that. */
export type OutsideAddress = { address: string; family: number };

/** Finds every address of a host name, once. */
export type LookUp = (hostname: string) => Promise<OutsideAddress[]>;

/** One message to another program: always a POST. `secrets` are what is kept out of its answer. */
export type OutsideCall = { url: string; headers: Record<string, string>; body: string; secrets: readonly string[] };

/** Why an address is not called at all. */
export type Objection = "not an address" | "not https" | "with a password" | "not public";

/**
 * What came of a call. An `answer` has its status, its first bytes as text without control characters and without the secrets of the call, and how long it asks to be left alone; whether it is a good
 * one is for others to say. A `problem` is a plain sentence that repeats neither the address nor what was sent.
 */
export type OutsideAnswer = { status: number; text: string; retryAfterMs: number | null } | { problem: string };

/** How the shop calls other programs. */
export type Outside = {
  /** Calls once: no redirect is followed. Never throws. */
  call(call: OutsideCall): Promise<OutsideAnswer>;
  /** Calls the messaging app's interface, under the address that the operator chose for it, as the bot of this token. */
  callBot(token: string, method: string, body: string): Promise<OutsideAnswer>;
  /** What speaks against calling an address ever, as far as the address alone tells. */
  objectionTo(url: string): Objection | null;
  /** The shop's own address, where it has one: links in messages begin with it. */
  origin: string | null;
};
