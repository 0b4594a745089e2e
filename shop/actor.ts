import type { Rights } from "./rights.ts";

/**
 * The part of a visitor that commands of the admin area check and the audit log records. Every
 * `Visitor` is one. [S6.3]
 */
export type Actor = { kind: "guest" | "customer" } | ActingAdmin;

/**
 * Somebody who works in the shop, an owner or a helper, and acts with these rights.
 * `hasShownPassword`: gave the own password for this one action, as `withOwnPassword` asks for it.
 */
export type ActingAdmin = {
  kind: "admin";
  userId: string;
  email: string;
  rights: Rights;
  hasShownPassword?: true;
  /** A key of an earlier version, which reads IDs and gift card codes whole. [S13.3] */
  readsWhole?: boolean;
  /** A helper in a browser, who reads the IDs of an order or a product whole once *Show* was pressed. [S13.6] */
  mustShowIds?: boolean;
};
