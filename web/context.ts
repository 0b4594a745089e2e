import { createContext } from "react-router";
import type { Services } from "#platform/provides.ts";
import type { Auth } from "#shop/accounts/auth.server.ts";
import type { SetUpLink } from "#shop/accounts/first-admin.server.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import type { Refusal } from "#shop/refusal.ts";
import type { ShopSettings } from "#shop/settings/shop-settings.ts";
import type { ApiDocument } from "./api-document.ts";

/** What the host hands to every loader and action, as `context.get(servicesContext)`. */
export const servicesContext = createContext<Services>();
/** Sign-in, sign-up and sign-out. [S7.4] */
export const authContext = createContext<Auth>();
/** This start's one-time link to become the first admin, or null. [S6.8] */
export const setUpLinkContext = createContext<SetUpLink | null>();
/** Who is asking, found once for the request. [S6.1] */
export const visitorContext = createContext<Visitor>();
/** The owner's settings as they are at this request. [S1.8] */
export const settingsContext = createContext<ShopSettings>();
/** The shop's own origin as this visitor sees it, such as `https://shop.example`: private links begin with it. */
export const originContext = createContext<string>();
/** The number under which a failure of this request is logged and told. */
export const incidentContext = createContext<string>();
/** Why this visitor gets none of what a page loads or does, such as too many look-ups; null: all is well. */
export const refusalContext = createContext<Refusal | null>(null);
/** Whether requests came through a proxy that the operator did not name. */
export const proxyUnknownContext = createContext<boolean>(false);
/** The OpenAPI document of the JSON API, made when it is first asked for. */
export const apiDocumentContext = createContext<() => ApiDocument | null>(() => null);
/** The key under which the form of this page is sent once, however often it is sent. */
export const formKeyContext = createContext<string>();
/** The nonce that lets this page's own scripts run. */
export const nonceContext = createContext<string>();
