import type { Language } from "#messages/languages.ts";
import type { Services } from "#platform/provides.ts";
import type { Refusal } from "#shop/refusal.ts";
import type { Auth } from "../sign-in/auth.server.ts";
import type { KeyHolder, Visitor } from "../visitor.ts";

/** What the server knows about a request before the API or a page handles it. */
export type RequestContext = {
  services: Services;
  /** Sign-in, sign-up and sign-out. [S7.4] */
  auth: Auth;
  /** The visitor, determined once per request. [S6.1] */
  visitor: Visitor;
  /** The language that the visitor asks for; null means the shop's own. [S11.1] */
  language: Language | null;
  /** The API key with which the visitor acts as an admin in this call. */
  apiKey?: KeyHolder;
  /**
   * The shop's origin as this visitor sees it, such as `https://shop.example`; private links begin
   * with it.
   */
  origin: string;
  /** The incident number under which a failure of this request is logged and shown. */
  incident: string;
  /** If set, shown instead of any page that has a loader, for example after too many look-ups. */
  refusal?: Refusal;
};
