import { act } from '@testing-library/react';
import fc from 'fast-check';
import { vi } from 'vitest';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { DEFAULT_SCANNER_SETTINGS, saveScannerSettings } from '#pwa/scanning/keys/scanner-settings.ts';
import { createScanBus, type ScanBus } from '#pwa/scanning/scan-bus.ts';
import { loadDialogs } from '#pwa/ui/dialog/dialog.tsx';
import { createSimulatedKeyboard, type SimulatedKeyboard } from './simulated-keyboard.ts';

/** An action of a user or a scanner at a bench screen; numbers select among the screen's elements. */
export type BenchAction =
  | { kind: 'scan'; code: number; gapMs: number; cutAt: number | null; focusAt: [number, number] | null }
  | { kind: 'focus' | 'press'; control: number }
  | { kind: 'key'; key: 'Tab' | 'Escape' | 'ArrowDown' | 'Enter' | ' ' };

export interface BenchRun {
  prefix: '' | 'F13' | '~';
  actions: BenchAction[];
}

const natural = fc.nat(999);

/**
 * Random sequences of scans (4 to 80 ms per character), lost scans, focus moves during them, presses and
 * keys.
 */
export const benchRuns: fc.Arbitrary<BenchRun> = fc.record({
  prefix: fc.constantFrom('' as const, '' as const, 'F13' as const, '~' as const),
  actions: fc.array(
    fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({
          kind: fc.constant('scan' as const),
          code: natural,
          gapMs: fc.integer({ min: 4, max: 80 }),
          cutAt: fc.option(fc.integer({ min: 1, max: 8 }), { freq: 5 }),
          focusAt: fc.option(fc.tuple(fc.nat(8), natural), { freq: 5 }),
        }),
      },
      {
        weight: 3,
        arbitrary: fc.record({ kind: fc.constantFrom('focus' as const, 'press' as const), control: natural }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constant('key' as const),
          key: fc.constantFrom('Tab', 'Escape', 'ArrowDown', 'Enter', ' '),
        }),
      },
    ),
    { minLength: 8, maxLength: 20, size: 'max' },
  ),
});

/** The displayed verdict as text. */
interface ShownVerdict {
  verdict: string;
  text: string;
}

/** The events between one action and the next. */
export interface BenchStep {
  /** The actions of the run so far, for the message of a failure. */
  actionLog: string[];
  /** Every verdict shown since the action began, in order. */
  verdicts: ShownVerdict[];
  /** The operations recorded since the action began. */
  recorded: { name: string; args: Record<string, unknown> }[];
  /** Completely scanned codes since the run began, in order. */
  scanned: string[];
}

export interface BenchScreen {
  bench: Replica;
  /** Complete codes that can be scanned here. */
  codes: readonly string[];
  show(bus: ScanBus): void;
  isShown(): boolean;
  /** The elements that can have the focus or be pressed. */
  controls(): HTMLElement[];
  /** Throws when the display differs from the record. */
  check(step: BenchStep): Promise<void>;
}

const { setImmediate } = globalThis;
const nextTask = () => new Promise((resolve) => setImmediate(resolve));

/** Let the page's timers run and the replica answer, without waiting for the real clock. */
async function settle(ms = 160): Promise<void> {
  for (let passed = 0; passed < ms; passed += 20)
    await act(async () => {
      await vi.advanceTimersByTimeAsync(20);
      for (let n = 0; n < 10; n += 1) await nextTask();
    });
}

/** Wait until the task is done and neither the page nor the record has changed for a while. */
async function settleUntil(isDone: () => boolean, changes: () => unknown = () => null): Promise<void> {
  let quiet = 0;
  let before: unknown = null;
  for (let n = 0; n < 400 && quiet < 8; n += 1) {
    await settle(20);
    const now = `${changes()} ${document.body.innerHTML.length} ${document.body.textContent}`;
    quiet = isDone() && now === before ? quiet + 1 : 0;
    before = now;
  }
}

function watchVerdicts(): { take(): ShownVerdict[]; stop(): void } {
  let newVerdicts: ShownVerdict[] = [];
  let last = '';
  const read = (): void => {
    const box = document.querySelector<HTMLElement>('[data-verdict]');
    if (!box || box.closest('li')) return;
    const texts = [...box.querySelectorAll('p:not(.uppercase), .flex-1:not(.min-w-0)')];
    const next = {
      verdict: box.dataset['verdict'] ?? '',
      text: texts.map((one) => one.textContent).join(' | '),
    };
    // Two equal verdicts flash differently.
    const flash = box.querySelector<HTMLElement>('[data-flash]')?.dataset['flash'];
    const key = `${flash} ${next.verdict} ${next.text}`;
    if (key !== last) newVerdicts.push(next);
    last = key;
  };
  const observer = new MutationObserver(read);
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, characterData: true });
  return {
    take: () => {
      read();
      const takenVerdicts = newVerdicts;
      newVerdicts = [];
      return takenVerdicts;
    },
    stop: () => observer.disconnect(),
  };
}

function perform(
  action: BenchAction,
  screen: BenchScreen,
  keyboard: SimulatedKeyboard,
  prefix: string,
): { actionLog: string; scanned: string | null } {
  const control = (n: number): HTMLElement | undefined => {
    const all = screen.controls();
    return all[n % Math.max(1, all.length)];
  };
  const nameOf = (element: HTMLElement | undefined): string =>
    element?.getAttribute('aria-label') ?? element?.textContent ?? element?.id ?? 'nothing';
  if (action.kind === 'key') {
    keyboard.press(action.key, 900);
    keyboard.wait(900);
    return { actionLog: `key ${action.key}`, scanned: null };
  }
  if (action.kind !== 'scan') {
    const at = control(action.control);
    keyboard.wait(900);
    act(() => {
      at?.focus();
      if (action.kind === 'press') at?.click();
    });
    return { actionLog: `${action.kind} ${nameOf(at)}`, scanned: null };
  }
  const code = screen.codes[action.code % screen.codes.length] ?? '';
  const isCut = action.cutAt !== null && action.cutAt < code.length;
  const moved: string[] = [];
  keyboard.scan(isCut ? code.slice(0, action.cutAt ?? 0) : code, {
    gapMs: action.gapMs,
    ...(prefix === '' ? {} : { prefix }),
    ...(isCut ? { suffix: 'none' as const } : {}),
    before: (index) => {
      if (action.focusAt?.[0] !== index) return;
      const to = control(action.focusAt[1]);
      act(() => to?.focus());
      moved.push(` with the focus to ${nameOf(to)} before key ${index}`);
    },
  });
  if (isCut) keyboard.wait(4_000);
  const description = isCut ? `${code} cut after ${action.cutAt}` : code;
  return {
    actionLog: `scan ${description} at ${action.gapMs} ms${moved.join('')}`,
    scanned: isCut ? null : code,
  };
}

export const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)];
export const names = (pattern: RegExp) => (element: HTMLElement) =>
  pattern.test(element.getAttribute('aria-label') ?? element.textContent ?? '');
export const answered = ({ verdicts }: BenchStep) =>
  verdicts.filter(({ verdict }) => verdict === 'ok' || verdict === 'warning');
export const green = ({ verdicts }: BenchStep) =>
  verdicts.filter(({ verdict }) => verdict === 'ok').at(-1)?.text;
export const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Play one run on a screen; after each action the display must match the record. */
export async function playBench(run: BenchRun, open: () => Promise<BenchScreen>): Promise<void> {
  saveScannerSettings({ ...DEFAULT_SCANNER_SETTINGS, prefix: run.prefix, muted: true });
  await loadDialogs();
  const screen = await open();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'requestAnimationFrame'] });
  const verdicts = watchVerdicts();
  const actionLog: string[] = [`prefix "${run.prefix}"`];
  const scanned: string[] = [];
  try {
    const bus = createScanBus({ repeatWindowMs: () => 0 });
    screen.show(bus);
    await settleUntil(() => screen.isShown());
    const keyboard = createSimulatedKeyboard({
      elapse: (ms) =>
        act(() => {
          vi.advanceTimersByTime(ms);
        }),
    });
    for (const action of run.actions) {
      const before = screen.bench.outbox.all().length;
      verdicts.take();
      const did = perform(action, screen, keyboard, run.prefix);
      actionLog.push(did.actionLog);
      if (did.scanned !== null) scanned.push(did.scanned);
      await settleUntil(
        () => bus.waiting() === 0,
        () => screen.bench.outbox.all().length,
      );
      const recorded = screen.bench.outbox
        .all()
        .slice(before)
        .map(({ name, args }) => ({ name, args }));
      await screen.check({
        actionLog: [...actionLog],
        verdicts: verdicts.take(),
        recorded,
        scanned: [...scanned],
      });
    }
  } finally {
    verdicts.stop();
    vi.useRealTimers();
  }
}

/** Format why a run failed, with all its actions. */
export function requireBench(
  isTrue: boolean,
  description: string,
  { actionLog, verdicts, recorded }: BenchStep,
): void {
  if (isTrue) return;
  const verdictTexts = verdicts.map((one) => `${one.verdict}: ${one.text}`).join('\n  ');
  throw new Error(
    `${description}\nafter\n  ${actionLog.join('\n  ')}\nshown\n  ${verdictTexts}\nrecorded\n  ${recorded
      .map((one) => `${one.name} ${JSON.stringify(one.args)}`)
      .join('\n  ')}`,
  );
}
