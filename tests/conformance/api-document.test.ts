import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createApi } from "#api/app.ts";

type Problem = { ruleId: string; severity: string; message: string; location: { pointer?: string }[] };

/** The findings of an OpenAPI linter's recommended rules in a document. Uses no network. */
function problemsIn(document: object): string[] {
  const folder = mkdtempSync(join(tmpdir(), "trackside-openapi-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "openapi.json");
  writeFileSync(file, JSON.stringify(document));
  const cli = join(process.cwd(), "node_modules/@redocly/cli/bin/cli.js");
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const options = ["lint", file, "--extends=recommended", "--format=json", "--max-problems=1000"];
  const { stdout, stderr } = spawnSync(process.execPath, [cli, ...options], { cwd: folder, env, encoding: "utf8" });
  const { problems } = JSON.parse(stdout || JSON.stringify({ problems: [{ ruleId: "none ran", message: stderr, location: [] }] }));
  return problems.map(({ ruleId, severity, message, location }: Problem) => `${severity} ${ruleId} ${location[0]?.pointer}: ${message}`);
}

test("[S7] the API's document is valid, without an error or a warning of a linter's recommended rules", () => {
  expect(problemsIn(createApi().document())).toEqual([]);
});

test("a document with a fault is found out", () => {
  const { servers: _, ...document } = createApi().document();
  expect(problemsIn(document)).toEqual([expect.stringContaining("no-empty-servers")]);
});

test("[S7] the document says where it is served, under which licence, and what a refusal of each call looks like", () => {
  const { servers, info, paths = {} } = createApi().document();
  expect(servers).toEqual([{ url: "/", description: expect.any(String) }]);
  expect(info.license).toEqual({ name: "MIT", url: "https://opensource.org/license/mit" });
  const operations = Object.values(paths).flatMap((item) =>
    ["get", "post", "put", "delete"].flatMap((method) => item[method as "get"] ?? []),
  );
  expect(operations.length).toBeGreaterThan(20);
  for (const { operationId, responses } of operations)
    expect(responses, operationId).toMatchObject({
      "4XX": { content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } } },
    });
});
