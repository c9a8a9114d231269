/** Two soft notes, made on the spot: no sound file to load. */
export function chime(): void {
  try {
    const audio = new AudioContext();
    const now = audio.currentTime;
    for (const [at, pitch] of [
      [0, 523.25],
      [0.16, 659.25],
    ] as const) {
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0, now + at);
      volume.gain.linearRampToValueAtTime(0.07, now + at + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.0005, now + at + 0.7);
      tone.connect(volume).connect(audio.destination);
      tone.start(now + at);
      tone.stop(now + at + 0.75);
    }
    setTimeout(() => void audio.close(), 1_500);
  } catch {
    // No audio here: the title says it, too.
  }
}
