import { z } from "zod";
import { PUSH_ENDPOINT_MAX_LENGTH } from "./constants.ts";

const endpoint = z.string("pushNotUsable").min(1, "pushNotUsable").max(PUSH_ENDPOINT_MAX_LENGTH, "pushNotUsable");
const key = (length: number) => z.string("pushNotUsable").regex(new RegExp(`^[A-Za-z0-9_-]{${length}}$`), "pushNotUsable");

/** What a browser gives for its notifications: the address at its push service, and its keys. */
export const PushForm = z.object({ endpoint, p256dh: key(87), auth: key(22) });
export type PushForm = z.output<typeof PushForm>;

/**
 * The same, by which a browser says that it is still there. `old` is the address that it had
 * before, if the browser itself changed it and says so.
 */
export const PushRenewalForm = PushForm.extend({ old: endpoint.optional() });
export type PushRenewalForm = z.output<typeof PushRenewalForm>;
