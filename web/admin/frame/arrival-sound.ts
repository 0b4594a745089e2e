import { soundOfOrders } from "./browser-settings.ts";

const TONES_HZ = [880, 1_175];
const TONE_SECONDS = 0.18;

/** Plays two short tones, if the sound is on and the browser allows it. */
export function playArrival(): void {
  if (!soundOfOrders.read()) return;
  const audio = new AudioContext();
  for (const [n, hertz] of TONES_HZ.entries()) {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    const [start, end] = [audio.currentTime + n * TONE_SECONDS, audio.currentTime + (n + 1) * TONE_SECONDS];
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0.15, start);
    volume.gain.exponentialRampToValueAtTime(0.001, end);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(end);
  }
  setTimeout(() => void audio.close(), TONES_HZ.length * TONE_SECONDS * 1_000 + 500);
}
