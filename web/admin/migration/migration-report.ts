import { type ReportFormat, readReport, reportFormats } from "#shop/moving-in/read-runs.server.ts";
import { refused } from "#shop/refusal.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { refusedFile } from "#web/refused-file.ts";
import { orFail } from "#web/say.ts";
import { streamedFile } from "#web/streamed-file.ts";
import type { Route } from "./+types/moving-in-report.ts";

const types: Record<ReportFormat, string> = { json: "application/json", csv: "text/csv; charset=utf-8" };

/** The report of a preview or an import as a file: GET /admin/moving-in/runs/:runId/report/json, or /csv. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const format = reportFormats.find((one) => one === params.format);
  if (!format) throw refusedFile(refused("notFound"));
  const report = await orFail(context, "failedToProcessRequest", () =>
    readReport(context.get(servicesContext), context.get(visitorContext), params.runId, format),
  );
  if (!report.ok) throw refusedFile(report);

  return streamedFile({ name: `moving-in.${format}`, type: types[format], pieces: report.value });
}
