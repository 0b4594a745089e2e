import { z } from "zod";

const REGION = "us-east-1";
const needed = ["ENDPOINT", "BUCKET", "ACCESS_KEY_ID", "SECRET_ACCESS_KEY"] as const;

/** The beginnings of the names of such variables: for the shop's files, and for its backups. */
type Prefix = "S3_" | "BACKUP_S3_";

/** The environment variables of S3-compatible storage that begin with `prefix`. */
export function s3Environment<P extends Prefix>(prefix: P) {
  const named = {
    ENDPOINT: z
      .string()
      .refine(isEndpoint, `${prefix}ENDPOINT must be the storage's address without the bucket, such as https://s3.example.com`),
    REGION: z
      .string()
      .regex(/^[\w-]{1,64}$/, `${prefix}REGION must be a region's name, such as ${REGION}, which is meant where it is left out`),
    BUCKET: z
      .string()
      .regex(/^(?!.*\.\.)[\w.-]{3,63}$/, `${prefix}BUCKET must be a bucket's name: 3 to 63 letters, digits, dots and hyphens`),
    ACCESS_KEY_ID: z.string().regex(/^[!-~]{1,128}$/, `${prefix}ACCESS_KEY_ID must be an access key's name, without spaces or line breaks`),
    SECRET_ACCESS_KEY: z
      .string()
      .regex(/^[!-~]{1,256}$/, `${prefix}SECRET_ACCESS_KEY must be an access key's secret, without spaces or line breaks`),
  };
  const entries = Object.entries(named).map(([name, schema]) => [prefix + name, schema.optional()]);
  return Object.fromEntries(entries) as { [name in `${P}${keyof typeof named}`]: z.ZodOptional<z.ZodString> };
}

type Given = { [name in `${Prefix}${(typeof needed)[number] | "REGION"}`]?: string | undefined };

/** The operator's S3-compatible storage; the endpoint has no trailing slash. */
export type S3Config = { endpoint: string; region: string; bucket: string; accessKeyId: string; secretAccessKey: string };

/** The names that are missing while others are given; none if all or none are given. */
export function missingForS3(given: Given, prefix: Prefix): string[] {
  const names = needed.map((name) => `${prefix}${name}` as const);
  const isAnyGiven = given[`${prefix}REGION`] !== undefined || names.some((name) => given[name] !== undefined);
  return isAnyGiven ? names.filter((name) => given[name] === undefined) : [];
}

/** The configured storage, or null. */
export function s3ConfigOf(given: Given, prefix: Prefix): S3Config | null {
  const [endpoint, bucket, accessKeyId, secretAccessKey] = needed.map((name) => given[`${prefix}${name}`]);
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return null;
  return { endpoint: endpoint.replace(/\/+$/, ""), region: given[`${prefix}REGION`] ?? REGION, bucket, accessKeyId, secretAccessKey };
}

/**
 * A URL that a path can be added to. It may have a path, because some servers offer S3 below one.
 */
function isEndpoint(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    ["http:", "https:"].includes(url.protocol) &&
    url.username === "" &&
    url.password === "" &&
    !text.includes("?") &&
    !text.includes("#")
  );
}
