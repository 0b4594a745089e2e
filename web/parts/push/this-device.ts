import { MINUTE_MS } from "#shop/constants.ts";
import { type Obstacle, obstacleHere } from "./obstacle.ts";

/** The worker of notifications, once for each scope: a browser subscribes apart for each. */
const WORKER = "/push-worker.js";

/** The pages that a subscription is for: those of the admin, or a buyer's orders. */
type PushScope = "/admin/" | "/order-status/";

/** What this browser can do: `off` and `on` are a choice, the others say what is in the way. */
export type DeviceState = Obstacle | "off" | "on";

/**
 * What this browser says about the admin's notifications. `known` are the SHA-256 of the addresses
 * that the shop notifies, in hex.
 */
export async function readDeviceState(known: readonly string[]): Promise<{ state: DeviceState; hash: string | null }> {
  const obstacle = obstacleHere();
  if (obstacle) return { state: obstacle, hash: null };
  const subscription = await findSubscription("/admin/");
  const hash = subscription && (await hashOf(subscription.endpoint));
  return { state: hash !== null && known.includes(hash) ? "on" : "off", hash };
}

/**
 * Asks for the permission and subscribes at the browser's push service, with the shop's public key.
 * Returns the form to send to the shop, or why there is none.
 */
export async function subscribeHere(
  scope: PushScope,
  readKey: () => Promise<string>,
): Promise<FormData | "denied" | "dismissed" | "failed"> {
  try {
    const permission = await Notification.requestPermission();
    if (permission !== "granted") return permission === "denied" ? "denied" : "dismissed";
    const registration = await navigator.serviceWorker.register(WORKER, { scope });
    await untilActive(registration);
    return formOf(await subscribe(registration, await readKey()));
  } catch {
    return "failed";
  }
}

async function subscribe({ pushManager }: ServiceWorkerRegistration, publicKey: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  try {
    return await pushManager.subscribe(options);
  } catch (error) {
    // A subscription of another key: the shop was imported elsewhere and has a new one.
    const old = await pushManager.getSubscription();
    if (!old) throw error;
    await old.unsubscribe();
    return pushManager.subscribe(options);
  }
}

/** Ends this browser's subscription at its push service. */
export async function unsubscribeHere(scope: PushScope): Promise<void> {
  await (await findSubscription(scope))?.unsubscribe();
}

/**
 * Tells the shop that the admin's device is used in the current session, so that a logout ends its
 * notifications, and its address, in case the worker could not say that the browser changed it. At
 * most every ten minutes.
 */
export async function renewHere(): Promise<void> {
  if (!window.isSecureContext || !("serviceWorker" in navigator) || Date.now() - renewedAt < RENEWED_EVERY_MS) return;
  renewedAt = Date.now();
  const subscription = await findSubscription("/admin/");
  if (!subscription) return;
  await fetch("/admin/push-devices/renewal", { method: "POST", body: formOf(subscription), redirect: "manual" });
}
const RENEWED_EVERY_MS = 10 * MINUTE_MS;
let renewedAt = 0;

async function findSubscription(scope: PushScope): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(scope);
  if (!registration || new URL(registration.scope).pathname !== scope) return null;
  return registration.pushManager?.getSubscription() ?? null;
}

function untilActive({ installing, waiting, active }: ServiceWorkerRegistration): Promise<void> {
  const worker = active ? null : (installing ?? waiting);
  if (!worker) return Promise.resolve();
  return new Promise((resolve, reject) => {
    worker.addEventListener("statechange", () => {
      if (worker.state === "activated") resolve();
      if (worker.state === "redundant") reject(new Error("the worker was not installed"));
    });
  });
}

function formOf(subscription: PushSubscription): FormData {
  const { endpoint = "", keys = {} } = subscription.toJSON();
  const form = new FormData();
  for (const [name, value] of Object.entries({ endpoint, p256dh: keys.p256dh ?? "", auth: keys.auth ?? "" })) form.set(name, value);
  return form;
}

async function hashOf(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
