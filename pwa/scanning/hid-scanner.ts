import { type BurstSettings, EMPTY_BURST, isEmpty } from './burst-state.ts';
import { createFieldMemory, placeOf } from './field-memory.ts';
import { createHeldKeys } from './held-keys.ts';
import type { IsExpected, UnreadReason } from './judge-burst.ts';
import { createPageKeys } from './page-keys.ts';
import { type BurstOutcome, decisionAfter, stepBurst, stepPause } from './scan-burst.ts';
import type { KeyPlace, TimedKey } from './timed-key.ts';

/** What a hand scanner's keys are handed to. */
export interface HandScannerListener {
  onCode(raw: string): void;
  /** Keys came that only a scanner sends, and they are no code. */
  onUnread(reason: UnreadReason, text: string): void;
  isExpected: IsExpected;
}

/** A timer this late means that keys may wait behind it: they are read before it is decided that none came. */
const LATE_MS = 25;

const focused = (): Element | null => {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element;
};

const isUnreadable = (event: KeyboardEvent): boolean =>
  event.isComposing || event.key === 'Unidentified' || event.keyCode === 229;

const codeOf = (event: KeyboardEvent): string => event.code || event.key;

const timedKey = (event: KeyboardEvent, place: KeyPlace): TimedKey => ({
  key: isUnreadable(event) ? 'Unidentified' : event.key,
  at: event.timeStamp,
  ctrl: event.ctrlKey,
  alt: event.altKey,
  meta: event.metaKey,
  shift: event.shiftKey && event.key.length > 1,
  repeat: event.repeat,
  place,
});

const keep = (event: KeyboardEvent): void => {
  event.preventDefault();
  event.stopImmediatePropagation();
};

/**
 * Listens for hand scanners on the whole page, wherever the focus is. No key of a scanner acts on what has the focus:
 * a field that was written in gets its old value back, and what else has the focus gets none of the keys, neither
 * pressed nor released. A person's keys reach it, where they could be a scanner's a moment later.
 */
export function listenForHandScanner(
  listener: HandScannerListener,
  settings: () => BurstSettings,
): () => void {
  const memory = createFieldMemory();
  const held = createHeldKeys();
  const pageKeys = createPageKeys();
  const releasedUnseen = new Set<string>();
  let state = EMPTY_BURST;
  let pause: ReturnType<typeof setTimeout> | undefined;

  const answer = (outcome: BurstOutcome, isEnded: boolean): void => {
    held[outcome.kind === 'code' ? 'forget' : 'giveBack']();
    pageKeys.forget();
    if (outcome.kind === 'code') {
      listener.onCode(memory.restore() + outcome.text);
      return;
    }
    // The rest of a code may come later, so its beginning stays in the field that is made for scans.
    if (isEnded) memory.restore();
    else memory.restoreWriting();
    listener.onUnread(outcome.reason, outcome.text);
  };

  const onPause = (): void => {
    const decided = stepPause(state, settings(), listener.isExpected);
    state = decided.state;
    if (decided.outcome) answer(decided.outcome, false);
    else if (decided.release) pageKeys.release();
  };

  const decideAfter = (ms: number): void => {
    const due = performance.now() + ms;
    pause = setTimeout(() => {
      if (performance.now() - due > LATE_MS) decideAfter(LATE_MS);
      else onPause();
    }, ms);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (pageKeys.isLate(event)) return;
    const element = focused();
    const place = placeOf(element);
    // An input method tells no key here; the focused field reads its input events instead.
    if (isUnreadable(event) && place !== 'page') return;
    clearTimeout(pause);
    const { fate, outcome, release, began, ...next } = stepBurst(
      state,
      timedKey(event, place),
      settings(),
      listener.isExpected,
    );
    state = next.state;
    const isEnd = outcome !== null && fate === 'swallow' && isEmpty(state);
    if (outcome && !isEnd) answer(outcome, false);
    if (release) pageKeys.release();
    // First of all: what was held and is no scan must stand in its field before that is remembered.
    const isHeld = fate === 'pass' && !isEnd && settings().suffix !== 'none' && held.take(event, element);
    if (began) memory.begin();
    if (fate === 'pass' && !isEmpty(state)) memory.note(element);
    if (fate === 'hold') pageKeys.hold(event, element);
    if (fate !== 'pass' || isHeld) keep(event);
    if (fate === 'swallow' || (fate === 'hold' && event.key === ' ')) releasedUnseen.add(codeOf(event));
    else releasedUnseen.delete(codeOf(event));
    if (outcome && isEnd) answer(outcome, true);
    const ms = decisionAfter(state, settings());
    if (ms !== null) decideAfter(ms);
  };

  const onKeyUp = (event: KeyboardEvent): void => {
    if (!pageKeys.isLate(event) && releasedUnseen.delete(codeOf(event))) keep(event);
  };

  document.addEventListener('keydown', onKeyDown, { capture: true });
  document.addEventListener('keyup', onKeyUp, { capture: true });
  return () => {
    clearTimeout(pause);
    held.giveBack();
    pageKeys.release();
    document.removeEventListener('keydown', onKeyDown, { capture: true });
    document.removeEventListener('keyup', onKeyUp, { capture: true });
  };
}
