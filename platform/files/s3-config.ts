import { z } from "zod";

const REGION = "us-east-1";
const names = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;

/** The environment variables of S3-compatible storage. */
export const s3Environment = {
  S3_ENDPOINT: z
    .string()
    .refine(isEndpoint, "S3_ENDPOINT must be the storage's address without the bucket, such as https://s3.example.com")
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[\w-]{1,64}$/, `S3_REGION must be a region's name, such as ${REGION}, which is meant where it is left out`)
    .optional(),
  S3_BUCKET: z
    .string()
    .regex(/^(?!.*\.\.)[\w.-]{3,63}$/, "S3_BUCKET must be a bucket's name: 3 to 63 letters, digits, dots and hyphens")
    .optional(),
  S3_ACCESS_KEY_ID: z
    .string()
    .regex(/^[!-~]{1,128}$/, "S3_ACCESS_KEY_ID must be an access key's name, without spaces or line breaks")
    .optional(),
  S3_SECRET_ACCESS_KEY: z
    .string()
    .regex(/^[!-~]{1,256}$/, "S3_SECRET_ACCESS_KEY must be an access key's secret, without spaces or line breaks")
    .optional(),
};

type Given = { [name in keyof typeof s3Environment]?: string | undefined };

/** The operator's S3-compatible storage; the endpoint has no trailing slash. */
export type S3Config = { endpoint: string; region: string; bucket: string; accessKeyId: string; secretAccessKey: string };

/** The names that are missing while others are given; none if all or none are given. */
export function missingForS3(given: Given): string[] {
  const isAnyGiven = given.S3_REGION !== undefined || names.some((name) => given[name] !== undefined);
  return isAnyGiven ? names.filter((name) => given[name] === undefined) : [];
}

/** The configured storage, or null. */
export function s3ConfigOf(given: Given): S3Config | null {
  const { S3_ENDPOINT: endpoint, S3_REGION: region = REGION, S3_BUCKET: bucket } = given;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = given;
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return null;
  return { endpoint: endpoint.replace(/\/+$/, ""), region, bucket, accessKeyId, secretAccessKey };
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
