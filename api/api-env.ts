import type { KeyedText } from "#messages/keyed-text.ts";
import type { RequestContext } from "#shop/accounts/sessions/request-context.server.ts";

/** What the host has set when a call reaches the API. */
export type ApiEnv = {
  Variables: RequestContext & {
    /** The answer if this call fails; each call names its own sentence. */
    failure?: KeyedText;
  };
};
