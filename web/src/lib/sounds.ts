/** Short sounds, made on the spot: no file to load. Silent unless the player has asked for them. */
import { look } from "./theme.svelte";

export type Sound = "turn" | "dice" | "hit" | "victory";

/** Notes as [start in seconds, hertz, length in seconds]. */
const NOTES: Readonly<Record<Exclude<Sound, "dice">, readonly (readonly [number, number, number])[]>> = {
  turn: [
    [0, 523.25, 0.7],
    [0.16, 659.25, 0.7],
  ],
  hit: [
    [0, 110, 0.25],
    [0.02, 73.4, 0.35],
  ],
  victory: [
    [0, 392, 0.4],
    [0.18, 523.25, 0.4],
    [0.36, 659.25, 0.4],
    [0.54, 783.99, 1.2],
  ],
};
/** When dice touch the table, in seconds. */
const RATTLE = [0, 0.07, 0.13, 0.22, 0.34];
const LOUDEST = 0.14;

let audio: AudioContext | null = null;

export function play(sound: Sound): void {
  if (!look.sound || !look.volume) return;
  try {
    audio ??= new AudioContext();
    void audio.resume();
    const master = audio.createGain();
    master.gain.value = LOUDEST * look.volume;
    master.connect(audio.destination);
    if (sound === "dice") for (const at of RATTLE) knock(audio, master, audio.currentTime + at);
    else for (const [at, pitch, length] of NOTES[sound]) note(audio, master, audio.currentTime + at, pitch, length);
    globalThis.dispatchEvent?.(new CustomEvent("sandtable-sound", { detail: sound }));
  } catch {
    // No audio here: the page shows everything, too.
  }
}

function note(context: AudioContext, out: AudioNode, at: number, pitch: number, length: number): void {
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = pitch < 200 ? "triangle" : "sine";
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(0.5, at + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.004, at + length);
  tone.connect(volume).connect(out);
  tone.start(at);
  tone.stop(at + length + 0.05);
}

/** A few hundredths of a second of noise. */
function knock(context: AudioContext, out: AudioNode, at: number): void {
  const length = Math.floor(context.sampleRate * 0.03);
  const buffer = context.createBuffer(1, length, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 2;
  const source = context.createBufferSource();
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = 1_800 + Math.random() * 900;
  source.buffer = buffer;
  source.connect(filter).connect(out);
  source.start(at);
}
