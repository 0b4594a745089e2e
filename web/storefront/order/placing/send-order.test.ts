import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { textsIn } from "#messages/languages.ts";
import { CHALLENGES_MAX, UPLOAD_RETRY_MS } from "#shop/constants.ts";
import { ORDER_TIMEOUT_MS } from "#shop/orders/constants.ts";
import { SOLUTION_HEADER } from "#shop/orders/placing/challenge.ts";
import { readOutcome, sendOrder } from "./send-order.ts";

const texts = textsIn("en", "orderForm");

test("[S2.14] a placed order is known by its request code", () => {
  expect(readOutcome(201, '{"requestCode":"REQ-MJUJ7Z40","status":"pending"}', texts)).toEqual({ requestCode: "REQ-MJUJ7Z40" });
  const guests = '{"requestCode":"REQ-MJUJ7Z40","privateUrl":"https://shop.example/order-status/REQ-MJUJ7Z40/key/k"}';
  expect(readOutcome(201, guests, texts)).toMatchObject({ privateUrl: "https://shop.example/order-status/REQ-MJUJ7Z40/key/k" });
});

test("[S8.3] an answer names every wrong field, in the visitor's language where it has it", () => {
  const others = [
    { field: "email", error: "No address.", code: "emailInvalid", sentence: "ईमेल ठीक नहीं है।" },
    { field: "paymentProof", error: "No picture.", code: "proofNotAnImage" },
    { error: "Of no field." },
    null,
  ];
  const answer = JSON.stringify({ error: "Too many.", code: "invalidQuantity", field: "quantity", alsoWrong: others });
  expect(readOutcome(400, answer, texts)).toEqual({
    no: {
      sentence: "Too many.",
      code: "invalidQuantity",
      field: "quantity",
      alsoWrong: [
        { field: "email", sentence: "ईमेल ठीक नहीं है।" },
        { field: "paymentProof", sentence: "No picture." },
      ],
    },
  });
});

test("[S5.1] a refusal shows the shop's sentence beside its field", () => {
  expect(readOutcome(409, '{"error":"Invalid quantity","code":"invalidQuantity"}', texts)).toEqual({
    no: { sentence: "Invalid quantity", field: "quantity", code: "invalidQuantity" },
  });
  expect(readOutcome(422, '{"error":"Fill in this field.","code":"fieldRequired","field":"paymentMethod"}', texts)).toMatchObject({
    no: { field: "paymentMethod" },
  });
});

test("[S11.3] a visitor who asks for another language reads the sentence in it", () => {
  const answer = '{"error":"Invalid quantity","sentence":"गलत मात्रा","code":"invalidQuantity"}';
  expect(readOutcome(409, answer, texts)).toMatchObject({ no: { sentence: "गलत मात्रा", code: "invalidQuantity" } });
});

test.each([
  [502, "<html>Bad gateway</html>"],
  [500, ""],
  [200, "{}"],
  [201, '{"requestCode":7}'],
])("[S8.1] the answer %d %j reads: the order could not be created", (status, text) => {
  expect(readOutcome(status, text, texts)).toMatchObject({ no: { sentence: "Failed to create request. Please try again.", field: null } });
});

const solveChallenge = vi.hoisted(() => vi.fn());
vi.mock("./solve-challenge.ts", () => ({ solveChallenge }));

/**
 * The fate of each next post: the shop's answer, a failure with this status, a challenge, a broken
 * connection, or no response.
 */
let fates: ("answered" | number | "challenged" | "broken" | "unanswered")[] = [];
/** Each post: its idempotency key, its solution header, and when it was sent. */
let posts: { key: string | undefined; solution: string | undefined; at: number }[] = [];

/** An `XMLHttpRequest` with what `sendOrder` uses. */
class FakeRequest {
  upload = {};
  timeout = 0;
  status = 201;
  responseText = '{"requestCode":"REQ-1"}';
  onload = () => {};
  onerror = () => {};
  ontimeout = () => {};
  onabort = () => {};
  headers = new Map<string, string>();
  open() {}
  setRequestHeader(name: string, value: string) {
    this.headers.set(name, value);
  }
  send() {
    const [key, solution] = [this.headers.get("Idempotency-Key"), this.headers.get(SOLUTION_HEADER)];
    posts.push({ key, solution, at: Date.now() - startedAt });
    const fate = fates.shift() ?? "broken";
    if (typeof fate === "number") {
      this.status = fate;
      this.responseText = '{"error":"Failed to create request. Please try again.","code":"failedToCreateRequest"}';
    }
    if (fate === "challenged") {
      this.status = 429;
      this.responseText = '{"error":"Too many attempts.","code":"tooManyRequests","challenge":{"parameters":{},"signature":"a"}}';
    }
    if (fate === "unanswered") setTimeout(() => this.ontimeout(), this.timeout);
    else setTimeout(() => (fate === "broken" ? this.onerror() : this.onload()), 0);
  }
  abort() {
    this.onabort();
  }
}

let startedAt = 0;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
  vi.stubGlobal("window", new EventTarget());
  [fates, posts, startedAt] = [[], [], Date.now()];
  solveChallenge.mockReset().mockImplementation(async () => `solution ${solveChallenge.mock.calls.length}`);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function anOrder(isUpload: boolean): FormData {
  const form = new FormData();
  form.set("quantity", "1");
  if (isUpload) form.set("paymentProof", new File(["x"], "card.png"));
  return form;
}

function sent(isUpload: boolean) {
  const stopping = new AbortController();
  const onBreak = vi.fn();
  const outcome = sendOrder(anOrder(isUpload), "the same key", {
    onProgress: () => {},
    onBreak,
    onWait: () => {},
    signal: stopping.signal,
    texts,
    language: "en",
  });
  return { outcome, onBreak, stopping };
}

const notConnected = { no: { sentence: "Failed to connect to server", field: null, code: null } };

test("[S9.4] an order with a picture is sent again automatically under the same key until it arrives", async () => {
  fates = ["broken", "broken", "answered"];
  const { outcome, onBreak } = sent(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await outcome).toEqual({ requestCode: "REQ-1" });
  expect(onBreak).toHaveBeenCalledTimes(2);
  expect(posts.map(({ key }) => key)).toEqual(Array(3).fill("the same key"));
});

test("[S9.4] a picture that the shop cannot store just now is sent again automatically, one that it failed on is not", async () => {
  fates = [503, 502, "answered"];
  const { outcome, onBreak } = sent(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await outcome).toEqual({ requestCode: "REQ-1" });
  expect(onBreak).toHaveBeenCalledTimes(2);

  fates = [500];
  const failed = sent(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(await failed.outcome).toMatchObject({ no: { sentence: "Failed to create request. Please try again." } });
  expect(failed.onBreak).not.toHaveBeenCalled();
});

test("[S8.4] an order without a picture is not sent again where the shop is away", async () => {
  fates = [503];
  const { outcome } = sent(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await outcome).toMatchObject({ no: { code: "failedToCreateRequest" } });
  expect(posts).toHaveLength(1);
});

test("[S9.4] [S8.4] an upload that never arrives is given up after ten minutes, like an unanswered one", async () => {
  const { outcome } = sent(true);
  let isOver = false;
  void outcome.then(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(UPLOAD_RETRY_MS - 40_000);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(40_000);
  expect(await outcome).toEqual(notConnected);
  expect(posts.length).toBeGreaterThan(15);
  expect(posts.at(-1)?.at).toBeLessThanOrEqual(UPLOAD_RETRY_MS);
});

test("[S9.4] an upload that hangs is given up after ten minutes as well", async () => {
  fates = ["broken", "unanswered"];
  const { outcome } = sent(true);
  await vi.advanceTimersByTimeAsync(UPLOAD_RETRY_MS + 1_000);
  expect(await outcome).toEqual(notConnected);
  expect(posts).toHaveLength(2);
});

test("[S9.4] a buyer who stops waiting gets the form back at once, and a restored connection is used at once", async () => {
  fates = ["broken", "broken", "broken", "unanswered"];
  const { outcome, stopping } = sent(true);
  await vi.advanceTimersByTimeAsync(1);
  window.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(1);
  expect(posts).toHaveLength(2);
  stopping.abort();
  expect(await outcome).toEqual(notConnected);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(posts).toHaveLength(2);
});

test("[S8.4] an order without a picture that breaks, or is not answered in time, says so at once", async () => {
  fates = ["broken", "unanswered"];
  expect(await Promise.all([sent(false).outcome, vi.advanceTimersByTimeAsync(1)])).toMatchObject([notConnected, {}]);
  const { outcome } = sent(false);
  await vi.advanceTimersByTimeAsync(ORDER_TIMEOUT_MS);
  expect(await outcome).toEqual(notConnected);
  expect(posts).toHaveLength(2);
});

test("a refusal is no broken connection: it is said at once", async () => {
  fates = ["answered"];
  const { outcome, onBreak } = sent(true);
  await vi.advanceTimersByTimeAsync(1);
  await outcome;
  expect(onBreak).not.toHaveBeenCalled();
});

const tooMany = { no: { sentence: "Too many attempts.", field: null, code: "tooManyRequests" } };

test.each([true, false])(
  "an order beyond the limit goes on by itself with a solution under the same key (with a picture: %s)",
  async (isUpload) => {
    fates = ["challenged", "answered"];
    const { outcome, onBreak } = sent(isUpload);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await outcome).toEqual({ requestCode: "REQ-1" });
    expect(posts).toMatchObject([
      { key: "the same key", solution: "can" },
      { key: "the same key", solution: "solution 1" },
    ]);
    expect(onBreak).not.toHaveBeenCalled();
  },
);

test("a picture that broke off on its way with a solution is sent again, and takes a new challenge where the first was used", async () => {
  fates = ["challenged", "broken", "challenged", "answered"];
  const { outcome } = sent(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await outcome).toEqual({ requestCode: "REQ-1" });
  expect(posts.map(({ solution }) => solution)).toEqual(["can", "solution 1", "solution 1", "solution 2"]);
});

test.each([
  ["cannot solve it", async () => ""],
  [
    "does not get the script",
    async () => {
      throw new TypeError("Failed to fetch dynamically imported module");
    },
  ],
])("a browser that %s says that it has to wait", async (_what, solving) => {
  solveChallenge.mockImplementation(solving);
  fates = ["challenged"];
  const { outcome } = sent(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await outcome).toEqual(tooMany);
  expect(posts).toHaveLength(1);
});

test("a browser whose solutions are never taken gives up", async () => {
  fates = Array(20).fill("challenged");
  const { outcome } = sent(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await outcome).toEqual(tooMany);
  expect(posts).toHaveLength(1 + CHALLENGES_MAX);
});
