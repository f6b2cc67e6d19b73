import { scannerSettings } from './keys/scanner-settings.ts';

export type ScanTone = 'ok' | 'warning' | 'error' | 'repeat';

/** One note: pitch in hertz, start and length in seconds. */
interface SoundNote {
  hertz: number;
  at: number;
  lasts: number;
}

/** The sounds differ in number, pitch and length, so that nobody must look at the screen. */
export const TONES: Record<
  ScanTone,
  { shape: OscillatorType; notes: readonly SoundNote[]; vibration: number[] }
> = {
  ok: {
    shape: 'sine',
    notes: [{ hertz: 1320, at: 0, lasts: 0.09 }],
    vibration: [40],
  },
  repeat: {
    shape: 'sine',
    notes: [
      { hertz: 990, at: 0, lasts: 0.06 },
      { hertz: 990, at: 0.11, lasts: 0.06 },
    ],
    vibration: [30, 60, 30],
  },
  warning: {
    shape: 'triangle',
    notes: [
      { hertz: 880, at: 0, lasts: 0.14 },
      { hertz: 660, at: 0.17, lasts: 0.2 },
    ],
    vibration: [120, 60, 120],
  },
  error: {
    shape: 'square',
    notes: [
      { hertz: 220, at: 0, lasts: 0.2 },
      { hertz: 165, at: 0.24, lasts: 0.2 },
      { hertz: 220, at: 0.48, lasts: 0.3 },
    ],
    vibration: [300, 100, 300],
  },
};

const AFTER_BURST_MS = 500;

let audio: AudioContext | null = null;

const openAudio = (): AudioContext | null => {
  if (typeof AudioContext === 'undefined') return null;
  audio ??= new AudioContext();
  if (audio.state === 'suspended') void audio.resume();
  return audio;
};

const playNotes = (context: AudioContext, tone: ScanTone, percent: number): void => {
  const loudness = percent / 200;
  for (const note of TONES[tone].notes) {
    const oscillator = context.createOscillator();
    const volume = context.createGain();
    const start = context.currentTime + note.at;
    oscillator.type = TONES[tone].shape;
    oscillator.frequency.value = note.hertz;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(loudness, start + 0.01);
    volume.gain.setValueAtTime(loudness, start + note.lasts - 0.02);
    volume.gain.linearRampToValueAtTime(0, start + note.lasts);
    oscillator.connect(volume).connect(context.destination);
    oscillator.start(start);
    oscillator.stop(start + note.lasts);
  }
};

/** Play the sound and vibration of a scan, as far as this device has them switched on. */
export function playScanTone(tone: ScanTone): void {
  const { muted, volume, vibration } = scannerSettings();
  const context = muted ? null : openAudio();
  if (context) playNotes(context, tone, volume);
  if (vibration && typeof navigator.vibrate === 'function') navigator.vibrate(TONES[tone].vibration);
}

/**
 * Unlock audio: browsers allow it only after a first touch or key. Returns a function that stops listening.
 */
export function unlockScanSound(): () => void {
  const unlock = (): void => {
    stop();
    // Starting audio may block the page for a moment; a scanner's burst must be over before.
    setTimeout(openAudio, AFTER_BURST_MS);
  };
  const stop = (): void => {
    document.removeEventListener('pointerdown', unlock);
    document.removeEventListener('keydown', unlock);
  };
  document.addEventListener('pointerdown', unlock);
  document.addEventListener('keydown', unlock);
  return stop;
}

/** Repeat an error sound until the user acknowledges it; returns the function that acknowledges. */
export function playErrorUntilAcknowledged(onAcknowledged?: () => void, everyMs = 4000): () => void {
  playScanTone('error');
  const timer = setInterval(() => playScanTone('error'), everyMs);
  let open = true;
  return () => {
    if (!open) return;
    open = false;
    clearInterval(timer);
    onAcknowledged?.();
  };
}
