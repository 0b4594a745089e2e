import { type ReportFormat, readReport, reportFormats } from "#migration/runs/read-runs.server.ts";
import { refused } from "#shop/refusal.ts";
import { requestContext } from "#web/context.ts";
import { refusedFile } from "#web/refused-file.ts";
import { orFail } from "#web/say.ts";
import { streamedFile } from "#web/streamed-file.ts";
import type { Route } from "./+types/migration-report.ts";

const types: Record<ReportFormat, string> = { json: "application/json", csv: "text/csv; charset=utf-8" };

/**
 * The report of a preview or import: GET /admin/import-old-shop/runs/:runId/report/json or /csv.
 */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { services, visitor } = context.get(requestContext);
  const format = reportFormats.find((one) => one === params.format);
  if (!format) throw refusedFile(context, refused("notFound"));
  const report = await orFail(context, "failedToProcessRequest", () => readReport(services, visitor, params.runId, format));
  if (!report.ok) throw refusedFile(context, report);

  return streamedFile({ name: `import-old-shop.${format}`, type: types[format], pieces: report.value });
}
