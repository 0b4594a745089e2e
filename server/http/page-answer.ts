import { languageOf } from "#messages/languages.ts";
import { changeLanguage } from "#shop/accounts/profile/change-language.server.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import type { PageContext } from "#web/context.ts";
import { textsVersion } from "./files/text-files.ts";
import type { HostContext } from "./host-env.ts";
import { newNonce } from "./protected.ts";
import { FIRST_LANGUAGE, languageCookie, newlyChosen } from "./visitor/visitor-language.ts";

/** What the pages get beside the request. */
export type PageGiven = Omit<PageContext, "apiDocument">;
/** Answers a request with a page or with a page's data. */
export type Pages = (request: Request, given: PageGiven) => Promise<Response>;

type Needs = Pick<PageContext, "services">;

/**
 * Answers with a page in the visitor's language. An address that names a language (`?lang=`) also
 * stores it in the visitor's cookie and account. The page is answered even if the account cannot be
 * written. [S11.1]
 */
export function pageAnswer({ services }: Needs, pages: Pages, proxy: { isUnknown(): boolean }) {
  return async (c: HostContext): Promise<Response> => {
    const nonce = newNonce();
    c.set("nonce", nonce);
    const settings = await readSettings(services);
    const language = c.var.language ?? languageOf(settings.language) ?? FIRST_LANGUAGE;
    const texts = { language, textsVersion: textsVersion(language) };
    const answer = await pages(c.req.raw, { ...c.var, settings, ...texts, nonce, isProxyUnknown: proxy.isUnknown() });
    const chosen = newlyChosen(c.req.url, c.req.raw.headers);
    if (chosen) {
      answer.headers.append("Set-Cookie", languageCookie(chosen, c.var.origin.startsWith("https:")));
      await changeLanguage(services, c.var.visitor, chosen).catch((error: Error) =>
        services.log.error("language not stored", error, { incident: c.var.incident }),
      );
    }
    const { refusal } = c.var;
    if (refusal?.retryAfter) answer.headers.set("Retry-After", String(refusal.retryAfter));
    return answer;
  };
}
