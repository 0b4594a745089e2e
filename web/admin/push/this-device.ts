import { MINUTE_MS } from "#shop/constants.ts";

/** Where the worker of notifications is, and the pages that it is for: the admin's alone. */
const WORKER = "/push-worker.js";
const SCOPE = "/admin/";

/**
 * What this browser can do: `off` and `on` are a choice, the others say what is in the way. `home
 * screen`: an iPhone notifies only shops that were added to the home screen.
 */
export type DeviceState = "insecure" | "home screen" | "unsupported" | "denied" | "off" | "on";

/**
 * What this browser says about its notifications. `known` are the SHA-256 of the addresses that the
 * shop notifies, in hex.
 */
export async function readDeviceState(known: readonly string[]): Promise<{ state: DeviceState; hash: string | null }> {
  const obstacle = obstacleHere();
  if (obstacle) return { state: obstacle, hash: null };
  const subscription = await findSubscription();
  const hash = subscription && (await hashOf(subscription.endpoint));
  return { state: hash !== null && known.includes(hash) ? "on" : "off", hash };
}

function obstacleHere(): DeviceState | null {
  if (!window.isSecureContext) return "insecure";
  if (isOfApple() && !("standalone" in navigator && navigator.standalone)) return "home screen";
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return "unsupported";
  return Notification.permission === "denied" ? "denied" : null;
}

/** An iPad says that it is a Mac, but Macs have no touch screen. */
function isOfApple(): boolean {
  return /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
}

/**
 * Asks for the permission and subscribes at the browser's push service. Returns the form to send to
 * the shop, or why there is none.
 */
export async function subscribeHere(publicKey: string): Promise<FormData | "denied" | "dismissed" | "failed"> {
  try {
    const permission = await Notification.requestPermission();
    if (permission !== "granted") return permission === "denied" ? "denied" : "dismissed";
    const registration = await navigator.serviceWorker.register(WORKER, { scope: SCOPE });
    await untilActive(registration);
    return formOf(await subscribe(registration, publicKey));
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
export async function unsubscribeHere(): Promise<void> {
  await (await findSubscription())?.unsubscribe();
}

/**
 * Tells the shop that this device is used in the current session, so that a logout ends its
 * notifications, and its address, in case the worker could not say that the browser changed it. At
 * most every ten minutes.
 */
export async function renewHere(): Promise<void> {
  if (!window.isSecureContext || !("serviceWorker" in navigator) || Date.now() - renewedAt < RENEWED_EVERY_MS) return;
  renewedAt = Date.now();
  const subscription = await findSubscription();
  if (!subscription) return;
  await fetch("/admin/push-devices/renewal", { method: "POST", body: formOf(subscription), redirect: "manual" });
}
const RENEWED_EVERY_MS = 10 * MINUTE_MS;
let renewedAt = 0;

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(SCOPE);
  if (!registration || new URL(registration.scope).pathname !== SCOPE) return null;
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
