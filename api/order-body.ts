import { ORDER_VALUES_MAX } from "#shop/constants.ts";
import { OrderForm } from "#shop/orders/order-form.ts";
import { parsed } from "#shop/parse.ts";
import type { ReceivedProof } from "#shop/payments/proof-image.ts";
import { about, granted, type Result, refused } from "#shop/refusal.ts";
import { mediaTypeOf, readJsonText, readMultipart } from "./read-body.ts";

/** Reads an order: JSON, where the picture is a data URL, or a multipart form, where it is a file. [S1.5] [S5.3] */
export async function readOrder(request: Request): Promise<Result<{ form: OrderForm; proof: ReceivedProof | null }>> {
  const input = await readFields(request);
  if (!input.ok) return input;
  const form = parsed(OrderForm, input.value);
  if (!form.ok) return form;
  const proof = await readProof(proofIn(input.value));
  return proof.ok ? granted({ form: form.value, proof: proof.value }) : about(proof, "paymentProof");
}

function readFields(request: Request): Promise<Result<unknown>> | Result<unknown> {
  const type = mediaTypeOf(request);
  if (type === "application/json") return readJsonText(request, ORDER_VALUES_MAX);
  if (type === "multipart/form-data") return readMultipart(request);
  return refused("unsupportedBody");
}

function proofIn(input: unknown): unknown {
  return typeof input === "object" && input !== null && "paymentProof" in input ? input.paymentProof : null;
}

/** No picture is null, "", or the nameless empty file that a browser sends for a field left empty. */
async function readProof(value: unknown): Promise<Result<ReceivedProof | null>> {
  if (value === null || value === undefined || value === "") return granted(null);
  if (typeof value === "string") return readDataUrl(value);
  if (!(value instanceof File)) return refused("invalidInput");
  if (value.size === 0 && value.name === "") return granted(null);
  return granted({ filename: value.name, bytes: new Uint8Array(await value.arrayBuffer()) });
}

function readDataUrl(url: string): Result<ReceivedProof> {
  const comma = url.indexOf(",");
  if (!/^data:image\/[a-z0-9.+-]{1,50};base64$/i.test(url.slice(0, Math.max(comma, 0)))) return refused("proofNotAnImage");
  const base64 = url.slice(comma + 1);
  const bytes = Buffer.from(base64, "base64");
  return bytes.toString("base64") === base64 ? granted({ filename: "", bytes }) : refused("proofIncomplete");
}
