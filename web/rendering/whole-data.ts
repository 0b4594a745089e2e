import type { HandleDataRequestFunction } from "react-router";
import { hasLateParts, renderedPage } from "../context.ts";
import { codingIn, compressData } from "./compression.ts";

/**
 * In bytes. Smaller data fits into two packets with its headers, and compressing it would take a
 * tenth of the request's time.
 */
const WORTH_COMPRESSING = 2_000;

/**
 * Sends the data of a page in one piece, which costs less than a stream, and compresses it if that
 * saves packets. Data with late parts stays a stream and is not compressed.
 */
export const wholeData: HandleDataRequestFunction = async (answer, { request, context }) => {
  const { body, status, headers } = answer;
  if (request.method === "HEAD" || body === null || headers.has("content-encoding") || context.get(hasLateParts)) return answer;

  const text = Buffer.from(await answer.arrayBuffer());
  const coding = text.length < WORTH_COMPRESSING ? null : codingIn(request.headers.get("accept-encoding") ?? "");
  const data = compressData(text, coding);
  headers.append("Vary", "Accept-Encoding, Cookie");
  headers.set("Content-Length", String(data.length));
  if (coding) headers.set("Content-Encoding", coding);
  context.set(renderedPage, data);
  return new Response(null, { status, headers });
};
