import { type ReactNode, useState } from 'react';
import {
  type BurstSettings,
  type BurstState,
  EMPTY_BURST,
  type TimedKey,
} from '#pwa/scanning/keys/burst-state.ts';
import { type BurstOutcome, decisionAfter, stepBurst, stepPause } from '#pwa/scanning/keys/scan-burst.ts';
import { createScanBus, type Scan } from '#pwa/scanning/scan-bus.ts';
import { UnreadScanNotice } from '#pwa/scanning/unread-scan-notice.tsx';
import { ScanBusContext, useHandScanner, useScan } from '#pwa/scanning/use-scan.ts';

/** The settings of a device that recognizes scanners up to 35 ms per character. */
export const fastOnly: BurstSettings = {
  prefix: '',
  suffix: 'any',
  gapMs: 35,
  minLength: 4,
  learnedGapMs: null,
};

/** The settings of a device that was never set up. */
export const usual: BurstSettings = { ...fastOnly, gapMs: 80 };

/** Accept wells as the page of a plate does. */
const isWell = (code: string): boolean => /^[A-H]\d{1,2}$/.test(code);

/** Process keys with the pauses between them, and those that still wait after the last. */
export const feedKeys = (
  keys: readonly TimedKey[],
  settings: BurstSettings = fastOnly,
  isExpected = isWell,
) => {
  let state = EMPTY_BURST;
  const outcomes: BurstOutcome[] = [];
  const swallowed: string[] = [];
  const passed: string[] = [];
  let waiting: string[] = [];
  const take = (outcome: BurstOutcome | null, release: boolean): void => {
    if (outcome) {
      outcomes.push(outcome);
      waiting = [];
    }
    if (release) passed.push(...waiting.splice(0));
  };
  const pause = (silentMs: number): void => {
    const due = decisionAfter(state, settings);
    if (due === null || silentMs <= due) return;
    const decided = stepPause(state, settings, isExpected);
    state = decided.state;
    take(decided.outcome, decided.release);
  };
  for (const pressed of keys) {
    pause(pressed.at - state.lastAt);
    const step = stepBurst(state, pressed, settings, isExpected);
    state = step.state;
    take(step.outcome, step.release);
    if (step.fate === 'swallow') swallowed.push(pressed.key);
    if (step.fate === 'hold') waiting.push(pressed.key);
    if (step.fate === 'pass') passed.push(pressed.key);
  }
  const last: BurstState = state;
  pause(Number.POSITIVE_INFINITY);
  const codes = outcomes.flatMap((one) => (one.kind === 'code' ? [one.text] : []));
  const unread = outcomes.flatMap((one) => (one.kind === 'unread' ? [`${one.reason} ${one.text}`] : []));
  return { codes, unread, swallowed, passed, last };
};

/** Build keys with the same gap between all of them; `\r` is Enter. */
export const typed = (text: string, gap: number, from = 0): TimedKey[] =>
  Array.from(text, (char, index) => ({
    key: char === '\r' ? 'Enter' : char,
    at: from + index * gap,
  }));

/** Build keys with a separate gap before each. */
export const timed = (strokes: readonly { key: string; gap: number }[]): TimedKey[] => {
  let at = 0;
  return strokes.map(({ key, gap }) => {
    at += gap;
    return { key, at };
  });
};

interface ScanningPageProps {
  onScan(scan: Scan): void;
  /** An error boundary that receives a screen's error; without a handler the test fails. */
  onError?: (() => void) | undefined;
  children: ReactNode;
}

function Listener({ onScan }: Pick<ScanningPageProps, 'onScan'>) {
  useHandScanner();
  useScan((scan) => onScan(scan));
  return <UnreadScanNotice />;
}

/** A page with a hand scanner, like the bench. */
export function ScanningPage({ onScan, onError, children }: ScanningPageProps) {
  const [bus] = useState(() =>
    createScanBus({ repeatWindowMs: () => 1500, ...(onError ? { onError } : {}) }),
  );
  return (
    <ScanBusContext value={bus}>
      <Listener onScan={onScan} />
      {children}
    </ScanBusContext>
  );
}
