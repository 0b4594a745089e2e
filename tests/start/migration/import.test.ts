import { chmod, readFile, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test, vi } from "vitest";
import { aDataFolder, command } from "../shop-process.ts";

/** Several processes run one after another. */
vi.setConfig({ testTimeout: 120_000 });

const sample = resolve("tests/support/old-shop/old-store-export.json");

test("npm run shop -- import previews, brings the old shop in, writes its report, and verify finds nothing wrong; without a terminal it needs --yes or --preview", async () => {
  const dataDir = await aDataFolder();
  const report = join(dataDir, "..", "report.csv");
  const shop = async (...words: string[]) => {
    const done = command(words, dataDir);
    return { status: await done.ended, output: done.output() };
  };
  expect(await shop("import", sample, "--preview")).toMatchObject({ status: 0, output: expect.stringContaining("Nothing was changed.") });
  const unasked = await shop("import", sample);
  expect(unasked).toMatchObject({ status: 1, output: expect.stringContaining("Add --yes to import without asking") });
  await writeFile(report, "of an earlier import");
  await chmod(report, 0o644);
  const imported = await shop("import", sample, "--yes", "--report", report);
  expect(imported.status, imported.output).toBe(0);
  expect(imported.output).toContain("60 orders: 60 imported");
  expect(imported.output).toContain("pending: 12 for ₹16,084.98, 12 for ₹16,084.98");
  expect(imported.output).toContain("Close the old shop first");
  expect(imported.output, "how far it is, in a log too").toMatch(
    /reading the file: \d+ %\n.*comparing the rows.*\n {2}orders.*\n {2}the report/s,
  );
  expect(await shop("verify")).toMatchObject({ status: 0 });

  expect((await stat(report)).mode & 0o777, "nobody else on the machine may read it").toBe(0o600);
  const lines = (await readFile(report, "utf8")).trim().split("\r\n");
  expect(lines[0]).toBe("kind,path,outcome,wrong,done");
  expect(lines).toHaveLength(1 + 7 + 205 + 60 + 30);
  expect(lines.join("\n")).toContain("product,products_database/products/-OKPgc6scLnJCfSBdBAZ,imported,the price is text,read as a number");

  const torn = join(dataDir, "..", "torn.json");
  await writeFile(torn, (await readFile(sample, "utf8")).slice(0, 5_000));
  const refused = await shop("import", torn, "--yes");
  expect(refused.status).toBe(1);
  expect(refused.output).toMatch(/torn\.json isn't complete JSON: line \d+, column \d+: the file ends too early\. Nothing was changed\./);
  expect(await shop("import", sample, "--accounts", sample)).toMatchObject({
    status: 1,
    output: expect.stringContaining("Name the export"),
  });
});
