import { UtrForm } from "#shop/orders/payment/upi/send-utr.server.ts";
import { parsed } from "#shop/parse.ts";
import type { ReceivedProof } from "#shop/payments/proof-image.ts";
import { about, ok, type Result } from "#shop/refusal.ts";
import { readFields, readProof } from "./place-order.ts";

/**
 * Reads a UTR with an optional picture: a file of a multipart form, or a data URL in JSON. [S10.12]
 */
export async function readUtr(request: Request): Promise<Result<{ form: UtrForm; proof: ReceivedProof | null }>> {
  const input = await readFields(request);
  if (!input.ok) return input;
  const form = parsed(UtrForm, input.value);
  if (!form.ok) return form;
  const picture = typeof input.value === "object" && input.value !== null && "screenshot" in input.value ? input.value.screenshot : null;
  const proof = await readProof(picture);
  return proof.ok ? ok({ form: form.value, proof: proof.value }) : about(proof, "screenshot");
}
