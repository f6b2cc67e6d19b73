import {
  type BurstSettings,
  burstTimeout,
  EMPTY_BURST,
  isEmpty,
  type KeyPlace,
  keyTimeout,
  mayBeScanner,
  type TimedKey,
} from './burst-state.ts';
import {
  createFieldMemory,
  createHeldFocusEvents,
  createHeldKeys,
  placeOf,
  setFieldValue,
} from './held-keys.ts';
import type { IsExpected, UnreadReason } from './judge-burst.ts';
import { type BurstOutcome, decisionAfter, stepBurst, stepPause } from './scan-burst.ts';

/**
 * Holds back keys that went to no text field and may start a scan: the page does not react to them until
 * their source is known. A person's keys reach the page a moment later, in their order.
 */
interface PageKeys {
  /** Hold a key back from the page. */
  hold(event: KeyboardEvent, element: Element | null): void;
  /** Deliver the keys of a person to the page. */
  release(): void;
  /** Drop the keys of a scanner. */
  forget(): void;
  /** Check whether this is one of the keys that are delivered late. */
  isLate(event: KeyboardEvent): boolean;
}

const PRESSED_BY_SPACE = 'button, summary, input[type=checkbox], input[type=radio], input[type=submit]';

/** Select the next option with this initial letter, as a browser does on a closed select. */
function chooseByLetter(select: HTMLSelectElement, character: string): void {
  const options = [...select.options];
  const from = select.selectedIndex + 1;
  const next = [...options.slice(from), ...options.slice(0, from)].find(
    (option) => !option.disabled && option.text.trim().toLowerCase().startsWith(character.toLowerCase()),
  );
  if (next && next.index !== select.selectedIndex) setFieldValue(select, next.value);
}

/** Perform the browser's default action of a key, which synthetic keys do not trigger. */
function performBrowserDefault(element: Element, key: string): void {
  if (element instanceof HTMLSelectElement) chooseByLetter(element, key);
  else if (key === ' ' && element instanceof HTMLElement && element.matches(PRESSED_BY_SPACE))
    element.click();
}

const copyOf = (type: 'keydown' | 'keyup', event: KeyboardEvent): KeyboardEvent =>
  new KeyboardEvent(type, {
    key: event.key,
    code: event.code,
    location: event.location,
    keyCode: event.keyCode,
    ctrlKey: event.ctrlKey,
    altKey: event.altKey,
    shiftKey: event.shiftKey,
    metaKey: event.metaKey,
    bubbles: true,
    cancelable: true,
    composed: true,
  });

function createPageKeys(): PageKeys {
  let heldKeys: { event: KeyboardEvent; element: Element }[] = [];
  const dispatched = new WeakSet<KeyboardEvent>();

  const send = (event: KeyboardEvent, element: Element): boolean => {
    dispatched.add(event);
    return element.dispatchEvent(event);
  };
  return {
    hold: (event, element) => {
      heldKeys.push({ event, element: element ?? document.body });
    },
    release: () => {
      const keys = heldKeys;
      heldKeys = [];
      for (const { event, element } of keys) {
        if (!element.isConnected) continue;
        if (send(copyOf('keydown', event), element)) performBrowserDefault(element, event.key);
        send(copyOf('keyup', event), element);
      }
    },
    forget: () => {
      heldKeys = [];
    },
    isLate: (event) => dispatched.has(event),
  };
}

/** The receiver of a hand scanner's keys. */
export interface HandScannerListener {
  onCode(raw: string): void;
  /** Keys arrived that only a scanner sends, and they are no code. */
  onUnread(reason: UnreadReason, text: string): void;
  isExpected: IsExpected;
}

/**
 * A timer later than this may have keys waiting behind it: they are read before the burst is declared over.
 */
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
 * Listen for hand scanners on the whole page, wherever the focus is. A scanner's key never acts on the
 * focused element: a field gets its old value back, even when it lost focus meanwhile, and other elements get
 * neither keydown nor keyup. A person's keys that could be a scanner's reach the element a moment later.
 */
export function listenForHandScanner(
  listener: HandScannerListener,
  settings: () => BurstSettings,
): () => void {
  const memory = createFieldMemory();
  const heldKeys = createHeldKeys();
  const pageKeys = createPageKeys();
  const leftFields = createHeldFocusEvents();
  const swallowedKeys = new Set<string>();
  let state = EMPTY_BURST;
  // When the last key and the last blur were processed, which on a busy device is later than they happened.
  let keyAt = Number.NEGATIVE_INFINITY;
  let leftAt = Number.NEGATIVE_INFINITY;
  let pause: ReturnType<typeof setTimeout> | undefined;

  const answer = (outcome: BurstOutcome, isEnded: boolean): void => {
    heldKeys[outcome.kind === 'code' ? 'forget' : 'giveBack']();
    pageKeys.forget();
    // The page has rendered the old value by then.
    queueMicrotask(leftFields.dispatch);
    if (outcome.kind === 'code') {
      listener.onCode(memory.restore() + outcome.text);
      return;
    }
    // The rest of a code may arrive later, so its start stays in the scan field.
    if (isEnded) memory.restore();
    else memory.restoreWriting();
    listener.onUnread(outcome.reason, outcome.text);
  };

  const release = (): void => {
    leftFields.dispatch();
    pageKeys.release();
  };

  const onPause = (): void => {
    const decided = stepPause(state, settings(), listener.isExpected);
    state = decided.state;
    if (decided.outcome) answer(decided.outcome, false);
    else if (decided.release) release();
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
    // An input method reports no key here; the focused field reads its input events instead.
    if (isUnreadable(event) && place !== 'page') return;
    keyAt = performance.now();
    clearTimeout(pause);
    const {
      fate,
      outcome,
      release: isReleased,
      began,
      ...next
    } = stepBurst(state, timedKey(event, place), settings(), listener.isExpected);
    state = next.state;
    const isEnd = outcome !== null && fate === 'swallow' && isEmpty(state);
    if (outcome && !isEnd) answer(outcome, false);
    if (isReleased) release();
    // Held keys that are no scan must be in their field before its value is stored.
    const isHeld = fate === 'pass' && !isEnd && settings().suffix !== 'none' && heldKeys.take(event, element);
    if (began) memory.reset();
    if (fate === 'pass' && !isEmpty(state)) memory.note(element);
    if (fate === 'hold') pageKeys.hold(event, element);
    if (fate !== 'pass' || isHeld) keep(event);
    if (fate === 'swallow' || (fate === 'hold' && event.key === ' ')) swallowedKeys.add(codeOf(event));
    else swallowedKeys.delete(codeOf(event));
    if (outcome && isEnd) answer(outcome, true);
    const ms = decisionAfter(state, settings());
    if (ms !== null || !leftFields.isEmpty()) decideAfter(ms ?? keyTimeout(settings()));
  };

  /** A field that loses focus during a burst must not save the letters of the burst. */
  const onFocusOut = (event: FocusEvent): void => {
    const now = performance.now();
    const isOpen = mayBeScanner(state, settings()) && now - keyAt <= burstTimeout(state, settings());
    if (!isOpen || !memory.hasWritten(event.target)) return;
    leftFields.hold(event);
    leftAt = now;
    clearTimeout(pause);
    decideAfter(decisionAfter(state, settings()) ?? keyTimeout(settings()));
  };

  /** Without a key since the blur, the press comes from the person who typed there and acts on their text. */
  const onClick = (): void => {
    if (leftFields.isEmpty() || keyAt > leftAt) return;
    leftFields.dispatch();
    memory.reset();
  };

  const onKeyUp = (event: KeyboardEvent): void => {
    if (!pageKeys.isLate(event) && swallowedKeys.delete(codeOf(event))) keep(event);
  };

  document.addEventListener('keydown', onKeyDown, { capture: true });
  document.addEventListener('keyup', onKeyUp, { capture: true });
  document.addEventListener('focusout', onFocusOut, { capture: true });
  document.addEventListener('click', onClick, { capture: true });
  return () => {
    clearTimeout(pause);
    heldKeys.giveBack();
    pageKeys.release();
    leftFields.dispatch();
    document.removeEventListener('focusout', onFocusOut, { capture: true });
    document.removeEventListener('click', onClick, { capture: true });
    document.removeEventListener('keydown', onKeyDown, { capture: true });
    document.removeEventListener('keyup', onKeyUp, { capture: true });
  };
}
