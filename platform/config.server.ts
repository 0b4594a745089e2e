import { resolve } from "node:path";
import { z } from "zod";
import { missingForS3, type S3Config, s3ConfigOf, s3Environment } from "./files/s3-config.ts";
import { isLoopback } from "./loopback.ts";
import type { MailConfig } from "./mail/smtp.server.ts";
import { readSender, readSmtpUrl } from "./mail/smtp-url.ts";
import type { OutsideConfig } from "./outside/open-outside.server.ts";
import { SECRET_MIN_LENGTH } from "./secret.server.ts";
import { StartProblem } from "./start-problem.ts";
import { isWeakSecret } from "./weak-secret.ts";

/** What the operator chose, checked; the owner's choices are settings. */
export type Config = {
  /** 0 takes any free port. */
  port: number;
  host: string;
  /** The shop's own address when the operator named it, without a slash at its end. */
  appUrl: string | null;
  /** Whether strangers can reach the shop: `appUrl` is set and not loopback. */
  isPublic: boolean;
  /** Another PostgreSQL than the built-in one. */
  databaseUrl: string | null;
  dataDir: string;
  /** Who becomes the first admin. [S6.4] */
  admin: { email: string; password: string } | null;
  hasSampleData: boolean;
  /** Null when the shop keeps one of its own in the data folder. */
  secret: string | null;
  /** Where the daily backups go; null: none are made. */
  backupDir: string | null;
  /** What backups are sealed with; null: nothing, or what is asked for on a terminal. */
  backupPassphrase: string | null;
  /** Null: letters are kept and not sent. */
  mail: MailConfig | null;
  /** How other programs are called. */
  outside: OutsideConfig;
  /** Null: files are kept in the data folder. */
  storage: S3Config | null;
  logLevel: "debug" | "info" | "warn" | "error" | "silent";
  /** How many proxies stand in front. */
  trustProxy: number;
  /** How many processes answer visitors. */
  webConcurrency: number;
};

/** The shortest passphrase that a backup is sealed with. */
export const PASSPHRASE_MIN_LENGTH = 12;
const PROXIES_MAX = 10;

const WEB_PROCESSES_MAX = 32;

const number = (name: string, max: number, min = 0) =>
  z
    .string()
    .regex(/^\d{1,5}$/, `${name} must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `${name} must be a whole number from ${min} to ${max}`);

const Environment = z
  .object({
    PORT: number("PORT", 65_535).default(3000),
    HOST: z
      .string()
      .regex(/^[\w.:-]+$/, "HOST must be an address or a name of this machine, such as 127.0.0.1, or 0.0.0.0 for all")
      .default("127.0.0.1"),
    APP_URL: z.string().refine(isOrigin, "APP_URL must be the shop's address without a path, such as https://shop.example").optional(),
    DATABASE_URL: z.string().refine(isDatabaseUrl, "DATABASE_URL must look like postgres://user:password@host:5432/database").optional(),
    DATA_DIR: z.string().default("./data"),
    ADMIN_EMAIL: z.email("ADMIN_EMAIL must be an e-mail address").optional(),
    ADMIN_PASSWORD: z.string().optional(),
    SAMPLE_DATA: z.enum(["on", "off"], "SAMPLE_DATA must be on or off").default("on"),
    SECRET: z
      .string()
      .min(SECRET_MIN_LENGTH, `SECRET must have at least ${SECRET_MIN_LENGTH} characters; leave it out and the shop makes one`)
      .optional(),
    BACKUP_DIR: z.string().optional(),
    BACKUP_PASSPHRASE: z
      .string()
      .min(PASSPHRASE_MIN_LENGTH, `BACKUP_PASSPHRASE must have at least ${PASSPHRASE_MIN_LENGTH} characters`)
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
    MAIL_FROM: z
      .string()
      .transform(orFault(readSender, "MAIL_FROM must be an e-mail address, such as shop@shop.example or Trackside <shop@shop.example>"))
      .optional(),
    WEBHOOKS_TO_PRIVATE: z.enum(["on", "off"], "WEBHOOKS_TO_PRIVATE must be on or off").default("off"),
    BOT_API_URL: z.string().refine(isOrigin, "BOT_API_URL must be an address without a path, such as https://bots.example").optional(),
    ...s3Environment,
    LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"], "LOG_LEVEL must be debug, info, warn, error or silent").default("info"),
    TRUST_PROXY: number("TRUST_PROXY", PROXIES_MAX).default(0),
    WEB_CONCURRENCY: number("WEB_CONCURRENCY", WEB_PROCESSES_MAX, 1).default(1),
  })
  .refine(
    (given) => (given.ADMIN_EMAIL === undefined) === (given.ADMIN_PASSWORD === undefined),
    "ADMIN_EMAIL and ADMIN_PASSWORD go together: set both or neither",
  )
  .refine(
    (given) => given.SMTP_URL === undefined || given.APP_URL !== undefined,
    "SMTP_URL needs APP_URL: the links in letters begin with it; set it to the address under which buyers reach the shop",
  )
  .superRefine((given, context) => {
    const missing = missingForS3(given);
    if (missing.length > 0)
      context.addIssue({ code: "custom", message: `${missing.join(", ")} must be set too, or none that begins with S3_` });
  });

/** The names of all settings in the environment. */
export const settingNames: readonly string[] = Object.keys(Environment.shape);

/** Reads the environment. Throws a `StartProblem` that lists every fault with its cure; no value is repeated, for some are secret. */
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
    databaseUrl: given.DATABASE_URL ?? null,
    dataDir: resolve(given.DATA_DIR),
    admin:
      given.ADMIN_EMAIL && given.ADMIN_PASSWORD ? { email: given.ADMIN_EMAIL.trim().toLowerCase(), password: given.ADMIN_PASSWORD } : null,
    hasSampleData: given.SAMPLE_DATA === "on",
    secret: given.SECRET ?? null,
    backupDir: given.BACKUP_DIR ? resolve(given.BACKUP_DIR) : null,
    backupPassphrase: given.BACKUP_PASSPHRASE ?? null,
    mail: given.SMTP_URL && appUrl ? { server: given.SMTP_URL, from: given.MAIL_FROM ?? senderAt(appUrl), origin: appUrl.origin } : null,
    outside: {
      allowsPrivate: given.WEBHOOKS_TO_PRIVATE === "on",
      botApi: given.BOT_API_URL ? new URL(given.BOT_API_URL).origin : null,
    },
    storage: s3ConfigOf(given),
    logLevel: given.LOG_LEVEL,
    trustProxy: given.TRUST_PROXY,
    webConcurrency: given.WEB_CONCURRENCY,
  };
}

/**
 * Stops a shop that strangers reach by https with a secret that could be guessed: everything that is sealed, and every session, would lie open. Asked when the
 * shop starts and not by its commands, so that a weak secret can be changed.
 */
export function refuseWeakSecret({ appUrl, secret }: Pick<Config, "appUrl" | "secret">): void {
  if (secret === null || !appUrl?.startsWith("https:") || !isWeakSecret(secret)) return;
  throw new StartProblem(
    [
      "SECRET could be guessed, and the shop stands on https (APP_URL): whoever guesses it reads every ID and comes in as anybody.",
      "A shop that has no IDs yet can leave it out, and makes one. Make one of your own with:",
      `  node -p "require('crypto').randomBytes(32).toString('base64url')"`,
      "A shop that has kept IDs under this one takes another with the following, while it is stopped; it asks for the new one:",
      "  npm run shop -- rotate-secret",
    ].join("\n"),
  );
}

/** Who letters are from when the operator does not say. */
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
