import type { Services } from "#platform/provides.ts";
import type { Auth } from "#shop/accounts/auth.server.ts";
import type { KeyHolder, Visitor } from "#shop/accounts/visitor.ts";
import type { MessageKey } from "#shop/messages.ts";

/** What the host has made ready when a call reaches the API. */
export type ApiEnv = {
  Variables: {
    services: Services;
    auth: Auth;
    visitor: Visitor;
    /** The API key by which the visitor counts as an admin in this call. */
    apiKey?: KeyHolder;
    /** The shop's own origin as this visitor sees it, such as `https://shop.example`. */
    origin: string;
    /** The number under which a failure of this call is logged and told. */
    incident: string;
    /** What is said when this call fails; each call names its own sentence. */
    failure?: { code: MessageKey; error: string };
  };
};
