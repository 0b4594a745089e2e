import type { Services } from "#platform/provides.ts";
import { OWN_PAGES_KEPT_MAX_BYTES } from "#shop/constants.ts";
import { codingIn } from "#web/coding.ts";
import { themeOf } from "#web/parts/theme.ts";
import { openAskedBefore } from "./asked-before.ts";
import { pagePolicy } from "./headers.ts";
import type { PageGiven, Pages } from "./host.ts";
import { openKeptPages } from "./kept-pages.ts";
import { newNonce } from "./protected.ts";
import { type ReadyAnswer, readyAnswer } from "./ready-answer.ts";

const REMEMBERED_MAX = 1_000;

/** Pages that show nothing of their visitor but who that is. */
const paths = /^\/(?:products(?:\?page=[1-9]\d{0,2})?)?$/;

type Asked = { url: string; given: PageGiven; theme: string | null; coding: ReturnType<typeof codingIn> };

/**
 * The same pages, but who is signed in and comes back to the shop window before anything there has changed gets the page of before, from this process's memory. Who is asking was looked up
 * for this very request, and all that is known of the visitor is part of what the page is kept under: nobody gets another one's. Outside this process it is stored by nobody, as ever.
 */
export function openOwnPages(pages: Pages, { live, now }: Pick<Services, "live" | "now">): Pages {
  const kept = openKeptPages({ make, maxBytes: OWN_PAGES_KEPT_MAX_BYTES, wallClock: () => now().getTime() });
  const before = openAskedBefore(REMEMBERED_MAX);
  for (const topic of ["stock", "settings"]) live.follow(topic, kept.noteChange);

  async function make({ url, given, theme, coding }: Asked): Promise<ReadyAnswer | null> {
    const nonce = newNonce();
    const headers = new Headers({ "user-agent": "trackside page bot", ...(theme && { cookie: `theme=${theme}` }) });
    const answer = await pages(new Request(url, { headers }), { ...given, nonce });
    answer.headers.set("Content-Security-Policy", pagePolicy(nonce));
    return readyAnswer(answer, given.formKey, coding);
  }

  return async (request, given) => {
    const heardSince = live.heardSince();
    const key = heardSince === null ? null : keyOf(request, given);
    if (heardSince === null || key === null) return pages(request, given);

    const asked = { url: request.url, given, theme: themeOf(request), coding: codingIn(request.headers.get("accept-encoding") ?? "") };
    const ready = kept.find(key, heardSince) ?? (before.has(key) ? await kept.findOrMake(key, asked, heardSince) : null);
    before.note(key);
    if (!ready || typeof ready.body === "function") return pages(request, given);

    const headers = new Headers();
    for (let at = 0; at < ready.headers.length; at += 2) headers.set(ready.headers[at] ?? "", ready.headers[at + 1] ?? "");
    headers.delete("ETag");
    return new Response(new Uint8Array(Buffer.from(ready.body, "latin1")), { headers });
  };
}

/** All that such a page depends on beside the shop itself; null where it is another page, or nobody is signed in. */
function keyOf(request: Request, { visitor, origin, refusal, isProxyUnknown }: PageGiven): string | null {
  const { pathname, search } = new URL(request.url);
  if (request.method !== "GET" || visitor.kind === "guest" || refusal || !paths.test(pathname + search)) return null;

  const coding = codingIn(request.headers.get("accept-encoding") ?? "");
  return JSON.stringify([pathname + search, origin, themeOf(request), coding, isProxyUnknown, visitor]);
}
