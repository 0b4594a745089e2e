import { ok, type Refusal, type Result, refused } from "#shop/refusal.ts";
import { BODIES_HELD_MAX_BYTES, FIELDS_MAX, FORM_MAX_BYTES, SMALL_BODIES_HELD_MAX_BYTES } from "../constants.ts";
import { type Hold, openBodyRoom } from "./body-room.ts";

/** A body that is not read before somebody asks for it. */
type LaterBody = {
  stream: ReadableStream<Uint8Array>;
  /** Why the body could not be had, once somebody has asked for it. */
  refusal(): Refusal | null;
  /** Called once the answer is made: the body counts as held until then. */
  release(): void;
};

type Whole = Result<Buffer<ArrayBuffer>, "bodyTooLarge" | "bodyUnreadable" | "uploadsBusy">;

/**
 * Opens a reader of request bodies for one process. A body is read when a handler asks for it, so
 * whoever is refused before sends it for nothing. `limitOf` is asked then. Reading refuses
 * `bodyTooLarge`, of a stated length before anything is read; `uploadsBusy` if the process holds
 * too many bytes already, or the body came so slowly that it had to give way; and `bodyUnreadable`
 * for a form with more fields than any of the shop's, which would block the process while it is
 * parsed. A body that is streamed is handed on as it comes, so it counts as held for nobody. Null
 * for what everybody may send and is not a form: Node enforces a stated length.
 */
export function openBodyReader(): (request: Request, limitOf: (type: string) => number, isStreamed?: boolean) => LaterBody | null {
  const newHold = openBodyRoom(BODIES_HELD_MAX_BYTES, { upTo: FORM_MAX_BYTES, most: SMALL_BODIES_HELD_MAX_BYTES });
  return (request, limitOf, isStreamed = false) => {
    if (request.method === "GET" || request.method === "HEAD") return null;
    const type = request.headers.get("content-type")?.toLowerCase() ?? "";
    const named = request.headers.get("content-length");
    const length = named === null ? null : Number(named);
    const separators = separatorsOf(type);
    if (length !== null && length <= FORM_MAX_BYTES && separators.length === 0) return null;

    if (isStreamed && request.body) return streamed(request.body, length, () => limitOf(type));

    const gaveWay = Promise.withResolvers<null>();
    const hold = newHold(() => gaveWay.resolve(null));
    let refusal: Refusal | null = null;

    async function read(): Promise<Whole> {
      const limit = limitOf(type);
      if (length !== null && length > limit) return refused("bodyTooLarge");
      const body = request.body === null ? ok(Buffer.alloc(0)) : await readWithin(request.body.getReader(), hold, limit, gaveWay.promise);
      return body.ok && hasManyFields(body.value, separators) ? refused("bodyUnreadable") : body;
    }

    const stream = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const body = await read();
          if (!body.ok) {
            hold.release();
            refusal = body;
            return controller.error(new Error(body.code));
          }
          if (body.value.length > 0) controller.enqueue(body.value);
          controller.close();
        },
      },
      // Without this the stream would be filled before anybody asks for it.
      { highWaterMark: 0 },
    );
    return { stream, refusal: () => refusal, release: hold.release };
  };
}

/** Hands a body on as it comes, up to the limit. */
function streamed(body: ReadableStream<Uint8Array>, length: number | null, limitOf: () => number): LaterBody {
  const reader = body.getReader();
  let refusal: Refusal | null = null;
  let limit: number | null = null;
  let size = 0;
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        limit ??= limitOf();
        const read = (length ?? 0) > limit ? null : await reader.read();
        size += read?.value?.length ?? 0;
        if (read === null || size > limit) {
          refusal = refused("bodyTooLarge");
          controller.error(new Error(refusal.code));
        } else if (read.done) controller.close();
        else controller.enqueue(read.value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return { stream, refusal: () => refusal, release: () => {} };
}

/** Reads the whole body if it is within the limit and there is room for it. */
async function readWithin(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  hold: Hold,
  limit: number,
  gaveWay: Promise<null>,
): Promise<Whole> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const read = await Promise.race([reader.read(), gaveWay]);
    if (read === null) return refused("uploadsBusy");
    if (read.done) break;
    size += read.value.length;
    if (size > limit) return refused("bodyTooLarge");
    if (!hold.add(read.value.length)) return refused("uploadsBusy");
    chunks.push(read.value);
  }
  return hold.complete() ? ok(Buffer.concat(chunks, size)) : refused("uploadsBusy");
}

/**
 * The text between two fields of a form; both kinds if the type names both, none if it is not a
 * form.
 */
function separatorsOf(type: string): string[] {
  return [
    ...(type.includes("application/x-www-form-urlencoded") ? ["&"] : []),
    ...(type.includes("multipart/form-data") ? ["content-disposition"] : []),
  ];
}

function hasManyFields(body: Buffer, separators: string[]): boolean {
  if (separators.length === 0) return false;
  const text = body.toString("latin1");
  return separators.some((separator) => {
    const between = new RegExp(separator, "gi");
    let fields = 1;
    while (fields <= FIELDS_MAX && between.test(text)) fields += 1;
    return fields > FIELDS_MAX;
  });
}
