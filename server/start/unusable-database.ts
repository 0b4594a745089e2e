import type { Config } from "#platform/config.server.ts";
import { StartProblem } from "#platform/start-problem.ts";

/**
 * Says why an operator's database cannot be used, without repeating its URL, which contains a
 * password. Null if the error is not about that.
 */
export function unusableDatabase(config: Pick<Config, "databaseUrl" | "databaseOwnerUrl">, error: unknown): StartProblem | null {
  if (config.databaseUrl === null || !(error instanceof Error)) return null;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const fault = faultOf(code, error.message);
  if (fault === null) return null;
  const names = `DATABASE_URL${config.databaseOwnerUrl === null ? "" : " or DATABASE_OWNER_URL"}`;
  return new StartProblem(`The database of ${names} can't be used: ${fault}. Correct it, or leave it out to use the built-in database.`);
}

function faultOf(code: string, message: string): string | null {
  if (Object.hasOwn(faults, code)) return faults[code] ?? null;
  if (code === "28000" && /no encryption|SSL off/.test(message)) {
    return "it takes only encrypted connections. Add ?sslmode=verify-full to the address";
  }
  if (code === "28000") return "the user isn't allowed to connect";
  if (/unsupported startup parameter/.test(message)) {
    return "a pooler such as PgBouncer stands in front of it. The shop needs the database's direct address, because a pooler drops its settings and its live updates";
  }
  if (/does not support SSL/.test(message)) {
    return "it offers no TLS. Switch TLS on there, or end the address with ?sslmode=disable if the network between is your own";
  }
  if (unknownAuthority.test(code)) {
    return "its certificate comes from an authority that this machine doesn't know. Get the authority's certificate from the database's provider, and add &sslrootcert=/path/to/ca.pem to the address";
  }
  if (/^(ERR_TLS|CERT_)/.test(code)) return `its certificate isn't valid for this address (${code})`;
  return code.startsWith("E") || message.includes("timeout") ? "nothing answers there" : null;
}

const unknownAuthority =
  /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?|UNABLE_TO_VERIFY_LEAF_SIGNATURE)$/;

const faults: Record<string, string> = {
  "28P01": "the password is wrong",
  "3D000": "there is no database with that name",
  "42501": "the user isn't allowed to create tables and schemas in it. Make it the owner of the database",
  "53300": "it has no free connections",
  ENOTFOUND: "its host is unknown",
};
