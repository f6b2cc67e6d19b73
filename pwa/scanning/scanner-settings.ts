import { useSyncExternalStore } from 'react';
import { z } from 'zod';

/** How the hand scanner of this device is programmed. */
export const ScannerSettings = z.object({
  /** A key that the scanner sends first, such as `F13` or `~`; empty when it sends none. */
  prefix: z.string().max(20),
  /** The key that ends a code; `any` takes Enter and Tab, `none` a pause. */
  suffix: z.enum(['any', 'Enter', 'Tab', 'none']),
  /** Longest mean time between two keys of a scanner that sends no prefix. */
  gapMs: z.int().min(5).max(75),
  minLength: z.int().min(3).max(64),
  /** An identical code within this time is told as a repeat. */
  repeatWindowMs: z.int().min(0).max(60_000),
  muted: z.boolean(),
});
export type ScannerSettings = z.infer<typeof ScannerSettings>;

export const DEFAULT_SCANNER_SETTINGS: ScannerSettings = {
  prefix: '',
  suffix: 'any',
  gapMs: 35,
  minLength: 4,
  repeatWindowMs: 1500,
  muted: false,
};

const KEY = 'benchside.scanner';
const listeners = new Set<() => void>();
let current: ScannerSettings | null = null;

const load = (): ScannerSettings => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const known = ScannerSettings.safeParse({
      ...DEFAULT_SCANNER_SETTINGS,
      ...(stored instanceof Object ? stored : {}),
    });
    return known.success ? known.data : DEFAULT_SCANNER_SETTINGS;
  } catch {
    return DEFAULT_SCANNER_SETTINGS;
  }
};

/** The settings of this device; what cannot be read counts as not set. */
export function scannerSettings(): ScannerSettings {
  current ??= load();
  return current;
}

/** Changes settings of this device and tells every listener. */
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

/** Calls back after each change of the settings; returns how to stop. */
export function onScannerSettings(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The settings of this device for a screen that shows or uses them. */
export const useScannerSettings = (): ScannerSettings =>
  useSyncExternalStore(onScannerSettings, scannerSettings, scannerSettings);
