import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { bringChromium } from "#tests/support/processes/chromium.mjs";

const VERSION = "13.5.0";
const folder = resolve(`node_modules/.cache/trackside/lighthouse-${VERSION}`);

export type Category = "performance" | "accessibility" | "best-practices" | "seo";

/**
 * The result of one Lighthouse visit. Times in ms; sizes in bytes over the wire, with headers;
 * `faults` lists what cost points.
 */
export type Visit = {
  scores: Record<Category, number>;
  firstPaint: number;
  largestPaint: number;
  shift: number;
  blocked: number;
  scripts: string[];
  stylesheets: number;
  document: number;
  pictures: number;
  largestElement: string;
  faults: string[];
};

type Audit = { score: number | null; numericValue?: number; details?: { items?: unknown[] }; id: string; title: string };
type Report = {
  categories: Record<Category, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, Audit>;
  runtimeError?: { code: string; message: string };
};
type Launched = { port: number; kill(): void };
type Lighthouse = {
  lighthouse: (url: string, flags: object) => Promise<{ lhr: Report } | undefined>;
  launch: (options: object) => Promise<Launched>;
};

/**
 * Installs Lighthouse, in a fixed version, into the project's cache on first use: it is not a
 * dependency of the shop. It opens pages as a phone, with Lighthouse's mobile defaults.
 */
export async function bringLighthouse(): Promise<(url: string, headers?: Record<string, string>) => Promise<Visit>> {
  const chromePath = bringChromium();
  const { lighthouse, launch } = await load();
  // Chromium's sandbox does not work for root.
  const chromeFlags = ["--headless=new", "--disable-gpu", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])];

  return async (url, headers = {}) => {
    const chromium = await launch({ chromePath, chromeFlags });
    try {
      const result = await lighthouse(url, { port: chromium.port, logLevel: "error", output: "json", extraHeaders: headers });
      if (!result || result.lhr.runtimeError) throw new Error(`${url}: ${result?.lhr.runtimeError?.message ?? "no report"}`);
      return read(result.lhr);
    } finally {
      chromium.kill();
    }
  };
}

async function load(): Promise<Lighthouse> {
  const entry = resolve(folder, "node_modules/lighthouse/core/index.js");
  if (!existsSync(entry)) {
    console.log(`Installing Lighthouse ${VERSION} into ${folder}, for this benchmark alone …`);
    await mkdir(folder, { recursive: true });
    const options = ["--prefix", folder, "--no-save", "--no-audit", "--no-fund", "--loglevel=error"];
    const { status } = spawnSync("npm", ["install", ...options, `lighthouse@${VERSION}`], { stdio: "inherit" });
    if (status !== 0 || !existsSync(entry)) throw new Error("Lighthouse could not be installed. Is the network there? Then try again.");
  }
  const { default: lighthouse } = await import(pathToFileURL(entry).href);
  const { launch } = await import(pathToFileURL(resolve(folder, "node_modules/chrome-launcher/dist/index.js")).href);
  return { lighthouse, launch };
}

function read({ categories, audits }: Report): Visit {
  const value = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  const score = (category: Category) => Math.round((categories[category].score ?? 0) * 100);
  return {
    scores: {
      performance: score("performance"),
      accessibility: score("accessibility"),
      "best-practices": score("best-practices"),
      seo: score("seo"),
    },
    firstPaint: value("first-contentful-paint"),
    largestPaint: value("largest-contentful-paint"),
    shift: value("cumulative-layout-shift"),
    blocked: value("total-blocking-time"),
    scripts: requestsOf(audits, "Script").flatMap(({ url }) => url ?? []),
    stylesheets: weightOf(audits, "Stylesheet"),
    document: weightOf(audits, "Document"),
    pictures: weightOf(audits, "Image"),
    largestElement: JSON.stringify(audits["lcp-breakdown-insight"]?.details ?? {}).match(/"selector":"([^"]*)"/)?.[1] ?? "",
    faults: (["accessibility", "best-practices", "seo", "performance"] as const).flatMap((category) =>
      categories[category].auditRefs
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
        .map(({ id }) => `${category}: ${audits[id]?.title ?? id}`),
    ),
  };
}

function weightOf(audits: Report["audits"], kind: string): number {
  return requestsOf(audits, kind).reduce((sum, { transferSize = 0 }) => sum + transferSize, 0);
}

type Fetched = { url?: string; resourceType?: string; transferSize?: number };

function requestsOf(audits: Report["audits"], kind: string): Fetched[] {
  const requests = audits["network-requests"]?.details?.items ?? [];
  return requests.map((request) => request as Fetched).filter(({ resourceType }) => resourceType === kind);
}
