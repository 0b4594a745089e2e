import { ORDER_TIMEOUT_MS, UPLOAD_RETRY_MS } from "#shop/constants.ts";
import { messages } from "#shop/messages.ts";

/** Why an order was not placed. `code` is null when nobody answered: then it may have been placed all the same. */
export type OrderNo = { sentence: string; field: string | null; code: string | null };
export type OrderOutcome = { requestCode: string } | { no: OrderNo };

/** Posts an order and tells how much of it has been sent. The same idempotency key again gives the same order. [S5.2] [S8.4] */
export function sendOrder(form: FormData, idempotencyKey: string, onProgress: (part: number) => void): Promise<OrderOutcome> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", "/api/orders");
    request.setRequestHeader("Idempotency-Key", idempotencyKey);
    request.timeout = form.has("paymentProof") ? UPLOAD_RETRY_MS : ORDER_TIMEOUT_MS;
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onload = () => resolve(readOutcome(request.status, request.responseText));
    const unanswered = () => resolve({ no: { sentence: messages.failedToConnect, field: null, code: null } });
    request.onerror = unanswered;
    request.ontimeout = unanswered;
    request.onabort = unanswered;
    request.send(form);
  });
}

/** Reads what the shop answered; an answer that is not the shop's own reads `Failed to create request. Please try again.` [S8.1] */
export function readOutcome(status: number, text: string): OrderOutcome {
  const { requestCode, error, code, field }: { requestCode?: unknown; error?: unknown; code?: unknown; field?: unknown } = Object(
    parse(text),
  );
  if (status === 201 && typeof requestCode === "string") return { requestCode };
  return {
    no: {
      sentence: typeof error === "string" && error !== "" ? error : messages.failedToCreateRequest,
      field: typeof field === "string" ? field : fieldOf(code),
      code: typeof code === "string" ? code : "failedToCreateRequest",
    },
  };
}

/** Beside which field a refusal stands that names none. */
export function fieldOf(code: unknown): string | null {
  switch (code) {
    case "invalidQuantity":
      return "quantity";
    case "giftCardCodeInvalid":
    case "giftCardAndProofRequired":
      return "giftCardCode";
    case "proofNotAnImage":
    case "proofTooBig":
    case "proofIncomplete":
    case "proofsBusy":
      return "paymentProof";
    default:
      return null;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
