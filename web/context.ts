import { createContext } from "react-router";
import type { Language } from "#messages/languages.ts";
import type { RequestContext } from "#shop/accounts/sessions/request-context.server.ts";
import type { ShopSettings } from "#shop/settings/shop-settings.ts";
import type { ApiDocument } from "./storefront/api-docs/api-document.ts";

/** What loaders and actions know about a request, including what only pages need. */
export type PageContext = Omit<RequestContext, "language"> & {
  /** The owner's settings at the time of this request. [S1.8] */
  settings: ShopSettings;
  /** Whether requests came through a proxy that the configuration does not name. */
  isProxyUnknown: boolean;
  /** The language of this page. [S11.1] */
  language: Language;
  /** A hash of all texts of that language. */
  textsVersion: string;
  /** The CSP nonce of this page's inline scripts. */
  nonce: string;
  /** The OpenAPI document of the JSON API, built on first use. */
  apiDocument: () => ApiDocument | null;
};

/** The context of every loader and action: `context.get(requestContext)`. */
export const requestContext = createContext<PageContext>();

/** Whether a loader or action returned a promise, so that a part of the answer comes later. */
export const hasLateParts = createContext(false);

/**
 * A page that was rendered whole, or its data, compressed. It is not the body of the router's
 * response, because the router reads that and so makes a stream of it.
 */
export const renderedPage = createContext<Uint8Array<ArrayBuffer> | null>(null);
