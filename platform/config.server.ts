import { resolve } from "node:path";
import { z } from "zod";
import { encryptionOf } from "./database/encryption-of.ts";
import { NEW_SECRET_MIN_LENGTH, SECRET_MIN_LENGTH } from "./encryption/secret.server.ts";
import { missingForS3, type S3Config, s3ConfigOf, s3Environment } from "./files/s3-config.ts";
import type { HttpClientConfig } from "./http-client/open-http-client.server.ts";
import { isLoopback } from "./loopback.ts";
import type { MailConfig } from "./mail/smtp.server.ts";
import { readSender, readSmtpUrl } from "./mail/smtp-url.ts";
import { StartProblem } from "./start-problem.ts";

/** The operator's configuration, validated. What the owner chooses are settings. */
export type Config = {
  /** 0 uses any free port. */
  port: number;
  host: string;
  /** The shop's public address if the operator set one, without a trailing slash. */
  appUrl: string | null;
  /** Whether strangers can reach the shop: `appUrl` is set and not loopback. */
  isPublic: boolean;
  /** Whether browsers are told to reach the sub-domains of `appUrl` by https alone, too. */
  hstsSubdomains: boolean;
  /** An external PostgreSQL; null uses the built-in one. */
  databaseUrl: string | null;
  /** The owner's connection, if the shop itself works as a role that owns nothing. */
  databaseOwnerUrl: string | null;
  dataDir: string;
  /** Who becomes the first admin. [S6.4] */
  admin: { email: string; password: string } | null;
  hasSampleData: boolean;
  /** Null if the shop generates its own and stores it in the data folder. */
  secret: string | null;
  /** The folder of the automatic backups; null if none are made. */
  backupDir: string | null;
  /**
   * Encrypts the automatic backups; null if they are not encrypted. Commands may ask for one instead.
   */
  backupPassphrase: string | null;
  /** Null if emails are only stored and not sent. */
  mail: MailConfig | null;
  httpClient: HttpClientConfig;
  /** Null if files are stored in the data folder. */
  storage: S3Config | null;
  /** A bucket for automatic backups; null if none go to one. */
  backupStorage: S3Config | null;
  logLevel: "debug" | "info" | "warn" | "error" | "silent";
  /** The number of proxies in front of the shop. */
  trustProxy: number;
  /** The number of processes that answer visitors. */
  webConcurrency: number;
  /** Lets a program on another machine read the metrics; null if none may. */
  metricsToken: string | null;
};

/** The minimum length of a backup passphrase. */
const PASSPHRASE_CHARACTERS = 12;
/** The minimum length of the token for metrics. */
const METRICS_TOKEN_CHARACTERS = 16;
const PROXIES_MAX = 10;

const WEB_PROCESSES_MAX = 32;
const SMTP_CONNECTIONS_MAX = 100;
/** Every mail provider allows as many. */
const SMTP_CONNECTIONS_USUAL = 5;

const number = (name: string, max: number, min = 0) =>
  z
    .string()
    .regex(/^\d{1,5}$/, `${name} must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `${name} must be a whole number from ${min} to ${max}`);

const apiUrl = (name: string, example: string) =>
  z
    .string()
    .refine(isOrigin, `${name} must be an address without a path, such as ${example}`)
    .transform((text) => new URL(text).origin)
    .optional();

/** Customers, orders and sessions cross the internet unencrypted only if the operator says so. */
const databaseUrl = (name: string, user: string) =>
  z
    .string()
    .refine(isDatabaseUrl, `${name} must look like postgres://${user}:password@host:5432/database`)
    .refine(
      (url) => encryptionOf(url) !== "unencrypted public",
      `${name} must say how its connection is encrypted: end it with ?sslmode=verify-full, or with ?sslmode=disable if the network between is your own`,
    )
    .optional();

const Environment = z
  .object({
    PORT: number("PORT", 65_535).default(3000),
    HOST: z
      .string()
      .regex(/^[\w.:-]+$/, "HOST must be an address or a name of this machine, such as 127.0.0.1, or 0.0.0.0 for all")
      .default("127.0.0.1"),
    APP_URL: z.string().refine(isOrigin, "APP_URL must be the shop's address without a path, such as https://shop.example").optional(),
    DATABASE_URL: databaseUrl("DATABASE_URL", "user"),
    DATABASE_OWNER_URL: databaseUrl("DATABASE_OWNER_URL", "owner"),
    DATA_DIR: z.string().default("./data"),
    ADMIN_EMAIL: z.email("ADMIN_EMAIL must be an email address").optional(),
    ADMIN_PASSWORD: z.string().optional(),
    SAMPLE_DATA: z.enum(["on", "off"], "SAMPLE_DATA must be on or off").default("on"),
    SECRET: z
      .string()
      .min(SECRET_MIN_LENGTH, `SECRET must have at least ${SECRET_MIN_LENGTH} characters; leave it out and the shop makes one`)
      .optional(),
    BACKUP_DIR: z.string().optional(),
    BACKUP_PASSPHRASE: z
      .string()
      .min(PASSPHRASE_CHARACTERS, `BACKUP_PASSPHRASE must have at least ${PASSPHRASE_CHARACTERS} characters`)
      .optional(),
    SMTP_URL: z
      .string()
      .transform(
        orFault(
          readSmtpUrl,
          "SMTP_URL must look like smtp://user:password@mail.example:587 or smtps://…, with ?tls=off where nothing is encrypted",
        ),
      )
      .optional(),
    SMTP_CONNECTIONS: number("SMTP_CONNECTIONS", SMTP_CONNECTIONS_MAX, 1).default(SMTP_CONNECTIONS_USUAL),
    MAIL_FROM: z
      .string()
      .transform(orFault(readSender, "MAIL_FROM must be an email address, such as shop@shop.example or Trackside <shop@shop.example>"))
      .optional(),
    HSTS_SUBDOMAINS: z.enum(["on", "off"], "HSTS_SUBDOMAINS must be on or off").default("off"),
    WEBHOOKS_TO_PRIVATE: z.enum(["on", "off"], "WEBHOOKS_TO_PRIVATE must be on or off").default("off"),
    BOT_API_URL: z.string().refine(isOrigin, "BOT_API_URL must be an address without a path, such as https://bots.example").optional(),
    RAZORPAY_API_URL: apiUrl("RAZORPAY_API_URL", "https://api.razorpay.com"),
    STRIPE_API_URL: apiUrl("STRIPE_API_URL", "https://api.stripe.com"),
    ...s3Environment("S3_"),
    ...s3Environment("BACKUP_S3_"),
    LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"], "LOG_LEVEL must be debug, info, warn, error or silent").default("info"),
    TRUST_PROXY: number("TRUST_PROXY", PROXIES_MAX).default(0),
    WEB_CONCURRENCY: number("WEB_CONCURRENCY", WEB_PROCESSES_MAX, 1).default(1),
    METRICS_TOKEN: z
      .string()
      .regex(
        new RegExp(`^[\\x21-\\x7e]{${METRICS_TOKEN_CHARACTERS},}$`),
        `METRICS_TOKEN must have at least ${METRICS_TOKEN_CHARACTERS} characters, without spaces`,
      )
      .optional(),
  })
  .refine(
    (given) => (given.ADMIN_EMAIL === undefined) === (given.ADMIN_PASSWORD === undefined),
    "ADMIN_EMAIL and ADMIN_PASSWORD go together: set both or neither",
  )
  .refine(
    (given) => given.SMTP_URL === undefined || given.APP_URL !== undefined,
    "SMTP_URL needs APP_URL: the links in emails begin with it; set it to the address under which buyers reach the shop",
  )
  .refine(
    (given) => given.BACKUP_S3_BUCKET === undefined || given.BACKUP_PASSPHRASE !== undefined,
    "BACKUP_S3_BUCKET needs BACKUP_PASSPHRASE: whoever runs the storage could read everything else",
  )
  .refine(
    (given) => given.DATABASE_OWNER_URL === undefined || given.DATABASE_URL !== undefined,
    "DATABASE_OWNER_URL needs DATABASE_URL: it names the owner of that database; the built-in one has its own",
  )
  .superRefine((given, context) => {
    for (const prefix of ["S3_", "BACKUP_S3_"] as const) {
      const missing = missingForS3(given, prefix);
      if (missing.length > 0)
        context.addIssue({ code: "custom", message: `${missing.join(", ")} must be set too, or none that begins with ${prefix}` });
    }
  });

/**
 * Parses the environment. Throws a `StartProblem` that lists every fault and how to fix it. It
 * repeats no value, because some are secret.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const isGiven = ([, value]: [string, string | undefined]) => value !== undefined && value.trim() !== "";
  const parsed = Environment.safeParse(Object.fromEntries(Object.entries(environment).filter(isGiven)));
  if (!parsed.success) {
    throw new StartProblem(
      ["The settings in the environment are not right:", ...parsed.error.issues.map((issue) => `  ${issue.message}.`)].join("\n"),
    );
  }

  const given = parsed.data;
  const appUrl = given.APP_URL ? new URL(given.APP_URL) : null;
  return {
    port: given.PORT,
    host: given.HOST,
    appUrl: appUrl?.origin ?? null,
    isPublic: appUrl !== null && !isLoopback(appUrl.hostname),
    hstsSubdomains: given.HSTS_SUBDOMAINS === "on",
    databaseUrl: given.DATABASE_URL ?? null,
    databaseOwnerUrl: given.DATABASE_OWNER_URL ?? null,
    dataDir: resolve(given.DATA_DIR),
    admin:
      given.ADMIN_EMAIL && given.ADMIN_PASSWORD ? { email: given.ADMIN_EMAIL.trim().toLowerCase(), password: given.ADMIN_PASSWORD } : null,
    hasSampleData: given.SAMPLE_DATA === "on",
    secret: given.SECRET ?? null,
    backupDir: given.BACKUP_DIR ? resolve(given.BACKUP_DIR) : null,
    backupPassphrase: given.BACKUP_PASSPHRASE ?? null,
    mail:
      given.SMTP_URL && appUrl
        ? {
            server: given.SMTP_URL,
            from: given.MAIL_FROM ?? senderAt(appUrl),
            origin: appUrl.origin,
            connections: Math.max(1, Math.floor(given.SMTP_CONNECTIONS / given.WEB_CONCURRENCY)),
          }
        : null,
    httpClient: {
      allowsPrivate: given.WEBHOOKS_TO_PRIVATE === "on",
      botApi: given.BOT_API_URL ? new URL(given.BOT_API_URL).origin : null,
      paymentApis: { razorpay: given.RAZORPAY_API_URL ?? null, stripe: given.STRIPE_API_URL ?? null },
    },
    storage: s3ConfigOf(given, "S3_"),
    backupStorage: s3ConfigOf(given, "BACKUP_S3_"),
    logLevel: given.LOG_LEVEL,
    trustProxy: given.TRUST_PROXY,
    webConcurrency: given.WEB_CONCURRENCY,
    metricsToken: given.METRICS_TOKEN ?? null,
  };
}

/**
 * Refuses to start a shop on https with a `SECRET` of fewer than 32 characters. Commands skip this
 * check, so that a short secret of an earlier version can be changed with `rotate-secret`.
 */
export function refuseShortSecret({ appUrl, secret }: Pick<Config, "appUrl" | "secret">): void {
  if (secret === null || !appUrl?.startsWith("https:") || secret.length >= NEW_SECRET_MIN_LENGTH) return;
  throw new StartProblem(
    [
      `SECRET must have at least ${NEW_SECRET_MIN_LENGTH} random characters for a shop on https (APP_URL): whoever guesses it can read every ID and log in as anybody.`,
      "A new shop can leave it out and makes its own. To make one yourself:",
      `  node -p "require('crypto').randomBytes(32).toString('base64url')"`,
      "A shop that already has IDs needs the following, while it is stopped; it asks for the new secret:",
      "  npm run shop -- rotate-secret",
    ].join("\n"),
  );
}

/** The default sender of emails. */
function senderAt({ hostname }: URL): MailConfig["from"] {
  return { name: null, address: `no-reply@${hostname}` };
}

function orFault<T>(read: (text: string) => T | null, message: string) {
  return (text: string, context: z.RefinementCtx): T => {
    const value = read(text);
    if (value !== null) return value;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  };
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    ["http:", "https:"].includes(url.protocol) &&
    url.pathname === "/" &&
    url.search === "" &&
    url.hash === "" &&
    url.username === ""
  );
}

function isDatabaseUrl(text: string): boolean {
  return /^postgres(ql)?:\/\/.+/.test(text);
}
