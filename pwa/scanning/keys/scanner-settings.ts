import { useSyncExternalStore } from 'react';
import { z } from 'zod';

/** Slower scanners are recognized by their prefix alone. */
export const MAX_GAP_MS = 150;

/** The programming of this device's hand scanner. */
export const ScannerSettings = z.object({
  /** The key that the scanner sends first, such as `F13`, `~` or `Ctrl+B`; empty when it sends none. */
  prefix: z.string().max(20),
  /** The key that ends a code; `any` accepts Enter and Tab, `none` a pause. */
  suffix: z.enum(['any', 'Enter', 'Tab', 'none']),
  /** Longest mean time between two keys of a scanner that sends no prefix. */
  gapMs: z.int().min(5).max(MAX_GAP_MS),
  /** Mean time between two keys as measured by the setup; null when the scanner was never set up. */
  learnedGapMs: z.number().positive().max(MAX_GAP_MS).nullable(),
  minLength: z.int().min(3).max(64),
  /** An identical code within this time is reported as a repeat. */
  repeatWindowMs: z.int().min(0).max(60_000),
  /** No sounds; vibration is separate. */
  muted: z.boolean(),
  /** Loudness of the sounds in percent. */
  volume: z.int().min(10).max(100),
  vibration: z.boolean(),
});
export type ScannerSettings = z.infer<typeof ScannerSettings>;

export const DEFAULT_SCANNER_SETTINGS: ScannerSettings = {
  prefix: '',
  suffix: 'any',
  gapMs: 80,
  learnedGapMs: null,
  minLength: 4,
  repeatWindowMs: 1500,
  muted: false,
  volume: 60,
  vibration: true,
};

/** Name a key that can precede a code: a function key, one character, or Ctrl with a letter. */
export const isPrefixKey = (name: string): boolean =>
  /^(?:|\S|F(?:[1-9]|1\d|2[0-4])|Ctrl\+[@-_])$/.test(name);

const KEY = 'benchside.scanner';
/** The default that devices stored before scanners up to 80 ms per character were supported. */
const FORMER_GAP_MS = 35;
const listeners = new Set<() => void>();
let current: ScannerSettings | null = null;

const withoutFormerGap = (storedSettings: object): object =>
  'gapMs' in storedSettings && storedSettings.gapMs === FORMER_GAP_MS && !('learnedGapMs' in storedSettings)
    ? { ...storedSettings, gapMs: DEFAULT_SCANNER_SETTINGS.gapMs }
    : storedSettings;

const load = (): ScannerSettings => {
  try {
    const storedSettings: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const known = ScannerSettings.safeParse({
      ...DEFAULT_SCANNER_SETTINGS,
      ...(storedSettings instanceof Object ? withoutFormerGap(storedSettings) : {}),
    });
    return known.success ? known.data : DEFAULT_SCANNER_SETTINGS;
  } catch {
    return DEFAULT_SCANNER_SETTINGS;
  }
};

/** Read the settings of this device; unreadable ones count as not set. */
export function scannerSettings(): ScannerSettings {
  current ??= load();
  return current;
}

/** Change settings of this device and notify every listener. */
export function saveScannerSettings(changes: Partial<ScannerSettings>): ScannerSettings {
  current = ScannerSettings.parse({ ...scannerSettings(), ...changes });
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // A browser without storage keeps the settings until the page is closed.
  }
  for (const listener of listeners) listener();
  return current;
}

/** Call back after each change of the settings; returns a function that stops. */
function onScannerSettings(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Return the settings of this device for a screen that shows or uses them. */
export const useScannerSettings = (): ScannerSettings =>
  useSyncExternalStore(onScannerSettings, scannerSettings, scannerSettings);
