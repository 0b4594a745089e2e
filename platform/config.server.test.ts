import { resolve } from "node:path";
import { expect, test } from "vitest";
import { readConfig, refuseShortSecret } from "./config.server.ts";
import { StartProblem } from "./start-problem.ts";

test("an empty environment is enough", () => {
  expect(readConfig({ PORT: "", APP_URL: " " })).toEqual({
    port: 3000,
    host: "127.0.0.1",
    appUrl: null,
    isPublic: false,
    hstsSubdomains: false,
    databaseUrl: null,
    databaseOwnerUrl: null,
    dataDir: resolve("data"),
    admin: null,
    hasSampleData: true,
    secret: null,
    backupDir: null,
    backupPassphrase: null,
    mail: null,
    httpClient: { allowsPrivate: false, botApi: null, paymentApis: { razorpay: null, stripe: null } },
    storage: null,
    backupStorage: null,
    logLevel: "info",
    trustProxy: 0,
    webConcurrency: 1,
    metricsToken: null,
  });
});

test("what the operator says is taken", () => {
  const config = readConfig({
    PORT: "4100",
    HOST: "0.0.0.0",
    APP_URL: "https://shop.example/",
    DATABASE_URL: "postgres://shop:hidden@db.example/shop?sslmode=verify-full",
    DATABASE_OWNER_URL: "postgres://owner@db.example/shop?sslmode=disable",
    DATA_DIR: "/srv/trackside",
    ADMIN_EMAIL: "Owner@Shop.example",
    ADMIN_PASSWORD: "long enough",
    SAMPLE_DATA: "off",
    SECRET: "a secret of the operator",
    LOG_LEVEL: "warn",
    TRUST_PROXY: "2",
    WEB_CONCURRENCY: "4",
    BACKUP_DIR: "/mnt/backups",
    BACKUP_PASSPHRASE: "twelve letters",
    SMTP_URL: "smtp://shop:hid%20den@mail.example",
    MAIL_FROM: "Trackside <mail@shop.example>",
    SMTP_CONNECTIONS: "9",
    HSTS_SUBDOMAINS: "on",
    WEBHOOKS_TO_PRIVATE: "on",
    BOT_API_URL: "http://bots.example:8081/",
    RAZORPAY_API_URL: "http://127.0.0.1:8082/",
    STRIPE_API_URL: "https://payments.example",
    BACKUP_S3_ENDPOINT: "https://s3.elsewhere.example",
    BACKUP_S3_BUCKET: "shop-backups",
    BACKUP_S3_ACCESS_KEY_ID: "AKIA2",
    BACKUP_S3_SECRET_ACCESS_KEY: "hidden/as-well",
    S3_ENDPOINT: "https://s3.example.com/",
    S3_REGION: "eu-central-1",
    S3_BUCKET: "shop-files",
    S3_ACCESS_KEY_ID: "AKIA1",
    S3_SECRET_ACCESS_KEY: "hidden/too+",
    METRICS_TOKEN: "a-token-of-16-characters",
  });
  expect(config).toEqual({
    port: 4100,
    host: "0.0.0.0",
    appUrl: "https://shop.example",
    isPublic: true,
    hstsSubdomains: true,
    databaseUrl: "postgres://shop:hidden@db.example/shop?sslmode=verify-full",
    databaseOwnerUrl: "postgres://owner@db.example/shop?sslmode=disable",
    dataDir: "/srv/trackside",
    admin: { email: "owner@shop.example", password: "long enough" },
    hasSampleData: false,
    secret: "a secret of the operator",
    backupDir: "/mnt/backups",
    backupPassphrase: "twelve letters",
    mail: {
      server: { host: "mail.example", port: 587, user: "shop", password: "hid den", tls: "required" },
      from: { name: "Trackside", address: "mail@shop.example" },
      origin: "https://shop.example",
      connections: 2,
    },
    httpClient: {
      allowsPrivate: true,
      botApi: "http://bots.example:8081",
      paymentApis: { razorpay: "http://127.0.0.1:8082", stripe: "https://payments.example" },
    },
    storage: {
      endpoint: "https://s3.example.com",
      region: "eu-central-1",
      bucket: "shop-files",
      accessKeyId: "AKIA1",
      secretAccessKey: "hidden/too+",
    },
    backupStorage: {
      endpoint: "https://s3.elsewhere.example",
      region: "us-east-1",
      bucket: "shop-backups",
      accessKeyId: "AKIA2",
      secretAccessKey: "hidden/as-well",
    },
    logLevel: "warn",
    trustProxy: 2,
    webConcurrency: 4,
    metricsToken: "a-token-of-16-characters",
  });
});

test.each([
  ["http://localhost:3000", false],
  ["http://127.0.0.1:3000", false],
  ["http://[::1]:3000", false],
  ["https://shop.example", true],
  ["http://192.168.1.20:3000", true],
])("a shop at %s is public: %s", (APP_URL, isPublic) => {
  expect(readConfig({ APP_URL }).isPublic).toBe(isPublic);
});

test("a database across the internet must say how its connection is encrypted", () => {
  const plain = "postgres://shop:hidden@db.example/shop";
  for (const name of ["DATABASE_URL", "DATABASE_OWNER_URL"]) {
    const asked = { DATABASE_URL: `${plain}?sslmode=verify-full` };
    expect(() => readConfig({ ...asked, [name]: plain })).toThrow(
      new RegExp(`${name} must say how .* encrypted: .*sslmode=verify-full.*sslmode=disable`),
    );
    expect(() => readConfig({ ...asked, [name]: plain })).not.toThrow("hidden");
  }
  for (const url of [`${plain}?sslmode=disable`, "postgres://shop@localhost/shop", "postgres://shop@database/shop"])
    expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url);
});

test("every fault is named at once, with its cure and without the value", () => {
  const faulty = {
    PORT: "70000",
    HOST: "no host",
    APP_URL: "shop.example/path",
    DATABASE_URL: "mysql://user:hidden@host",
    ADMIN_EMAIL: "owner",
    SAMPLE_DATA: "maybe",
    SECRET: "too-short",
    LOG_LEVEL: "loud",
    TRUST_PROXY: "-1",
    WEB_CONCURRENCY: "0",
    SMTP_CONNECTIONS: "0",
    SMTP_URL: "mail.example/hidden",
    MAIL_FROM: "nobody",
    S3_ENDPOINT: "https://user:hidden@s3.example.com",
    S3_REGION: "hidden region",
    S3_BUCKET: "hidden/bucket",
    S3_ACCESS_KEY_ID: "hidden key",
    S3_SECRET_ACCESS_KEY: "hidden\nsecret",
  };
  const complaint = () => readConfig(faulty);
  for (const name of Object.keys(faulty)) expect(complaint).toThrow(new RegExp(`${name} must`));
  for (const hidden of ["hidden", "too-short"]) expect(complaint).not.toThrow(hidden);
});

test.each([
  { PORT: "3000.5" },
  { WEB_CONCURRENCY: "33" },
  { WEB_CONCURRENCY: "auto" },
  { PORT: "1e3" },
  { PORT: "0x10" },
  { APP_URL: "ftp://shop.example" },
  { APP_URL: "https://user@shop.example" },
  { APP_URL: "https://shop.example/?a" },
  { BACKUP_PASSPHRASE: "too short" },
  { METRICS_TOKEN: "15-characters-x" },
  { METRICS_TOKEN: "a token that has spaces" },
  { ADMIN_EMAIL: "owner@shop.example" },
  { ADMIN_PASSWORD: "long enough" },
  { RAZORPAY_API_URL: "https://payments.example/v1" },
  { STRIPE_API_URL: "payments.example" },
  { SMTP_URL: "smtp://mail.example" },
  { MAIL_FROM: "Shop\r\nBcc: others@mail.example <mail@shop.example>", APP_URL: "https://shop.example", SMTP_URL: "smtp://mail.example" },
])("%o is refused", (environment) => {
  expect(() => readConfig(environment)).toThrow(Object.keys(environment)[0]);
});

test("mail without APP_URL is refused with its cure, and has a sender of the shop's own host when none is named", () => {
  expect(() => readConfig({ SMTP_URL: "smtp://mail.example" })).toThrow("SMTP_URL needs APP_URL");
  const config = readConfig({ SMTP_URL: "smtp://mail.example", APP_URL: "https://shop.example" });
  expect(config.mail?.from).toEqual({ name: null, address: "no-reply@shop.example" });
});

test.each([
  [{ S3_ENDPOINT: "https://s3.example.com", S3_BUCKET: "shop" }, "S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY must be set too"],
  [
    { BACKUP_S3_BUCKET: "backups", BACKUP_PASSPHRASE: "twelve letters" },
    "BACKUP_S3_ACCESS_KEY_ID, BACKUP_S3_SECRET_ACCESS_KEY must be set too",
  ],
  [{ BACKUP_S3_BUCKET: "backups" }, "BACKUP_S3_BUCKET needs BACKUP_PASSPHRASE"],
  [{ S3_REGION: "eu-central-1" }, "S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY must be set too"],
])("[S7.3] storage is named whole or not at all: %o", (environment, cure) => {
  expect(() => readConfig(environment)).toThrow(cure);
});

test("[S7.3] storage without a region is asked as us-east-1, and may lie under a path", () => {
  const named = { S3_BUCKET: "shop", S3_ACCESS_KEY_ID: "key", S3_SECRET_ACCESS_KEY: "secret" };
  const config = readConfig({ ...named, S3_ENDPOINT: "http://127.0.0.1:9000/storage/s3/" });
  expect(config.storage).toMatchObject({ endpoint: "http://127.0.0.1:9000/storage/s3", region: "us-east-1" });
});

test("a shop on https needs a SECRET of 32 characters; the refusal says how to make one and does not repeat it", () => {
  const weak = "a-secret-of-31-characters-abcde";
  const refusal = () => refuseShortSecret({ appUrl: "https://shop.example", secret: weak });
  expect(refusal).toThrow(StartProblem);
  expect(refusal).toThrow("randomBytes(32)");
  expect(refusal).not.toThrow(weak);

  const strong = "lantern oxide marble quietly fjord seventeen";
  for (const fine of [
    { appUrl: "https://shop.example", secret: strong },
    { appUrl: "https://shop.example", secret: null },
    { appUrl: "http://localhost:3000", secret: weak },
    { appUrl: null, secret: weak },
  ])
    expect(() => refuseShortSecret(fine)).not.toThrow();
});
