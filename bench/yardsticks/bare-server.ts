// The yardstick of pages that are made for each visitor: a `node:http` server that makes the same
// elements for each request, renders them with React and compresses them as the shop does, and
// does nothing else. What is no page is only compressed. Started with a port and a file of answers.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { renderToPipeableStream } from "react-dom/server";
import { compressData, compressPage } from "#web/rendering/compression.ts";
import { wholePage } from "#web/rendering/whole-page.ts";
import type { BareAnswer } from "../load/yardsticks.ts";
import { elementsOf, reactElements } from "./elements.ts";

const [port, file = ""] = process.argv.slice(2);
const given = JSON.parse(readFileSync(file, "utf8")) as Record<string, BareAnswer>;
const answers = new Map(
  Object.entries(given).map(([path, { type, text, isCompressed }]) => {
    const coding = isCompressed ? "br" : null;
    const headers = { "content-type": type, ...(coding && { "content-encoding": coding }) };
    const page = type.startsWith("text/html") ? elementsOf(text) : null;
    const body = async () =>
      page ? compressPage(await rendered(() => reactElements(page)), coding) : compressData(Buffer.from(text), coding);
    return [path, { headers, body }];
  }),
);

createServer(async (request, response) => {
  const answer = answers.get(request.url ?? "");
  if (!answer) return response.writeHead(404).end();
  response.writeHead(200, answer.headers).end(await answer.body());
}).listen(Number(port), "127.0.0.1");

function rendered(elements: () => React.ReactNode): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(elements(), {
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => wholePage(pipe).then(resolve, reject),
      onError: reject,
    });
  });
}
