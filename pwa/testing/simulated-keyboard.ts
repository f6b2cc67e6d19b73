import { act, fireEvent } from '@testing-library/react';
import { setFieldValue } from '#pwa/scanning/keys/held-keys.ts';

/** The typing of a simulated hand scanner. */
export interface ScannerTyping {
  /**
   * Milliseconds between two keys, or the gap before the key with this index (0 is the first key after the
   * prefix).
   */
  gapMs: number | ((index: number) => number);
  /** Key before the code, for example `F13` or `~`. */
  prefix?: string;
  /** Key after the code; Enter by default, `none` when the scanner sends none or it was lost. */
  suffix?: 'Enter' | 'Tab' | 'none';
  /** Runs before the key with this index: moves the focus, presses a button, renders the page. */
  before?: (index: number) => void;
}

type Modifiers = Pick<KeyboardEventInit, 'ctrlKey' | 'altKey' | 'shiftKey' | 'metaKey' | 'repeat'>;

/**
 * A keyboard that acts like a browser on a key: events first, then the default action of the focused element.
 */
export interface SimulatedKeyboard {
  /** Press and release one key, `gapMs` after the previous key. */
  press(key: string, gapMs?: number, modifiers?: Modifiers): void;
  /** Advance the time without a key. */
  wait(ms: number): void;
  /** Type a code as a hand scanner does, wherever the focus is. */
  scan(code: string, typing: ScannerTyping): void;
}

export interface SimulatedKeyboardOptions {
  /**
   * Advances the page's timers, for example with `vi.advanceTimersByTime`. Without it only the keys have
   * times.
   */
  elapse?: (ms: number) => void;
}

/** The idle time before a scan begins. */
const BEFORE_SCAN_MS = 400;

const TABBABLE = 'a[href], button, input, select, textarea, summary, [contenteditable="true"], [tabindex]';
const NOT_TYPED_INTO = ['button', 'checkbox', 'radio', 'submit', 'reset', 'file', 'range', 'color', 'image'];

const isTextField = (element: Element): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement && !NOT_TYPED_INTO.includes(element.type));

const isDisabled = (element: HTMLElement): boolean => element.matches(':disabled, [inert], [inert] *');

function insertText(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  if (field.readOnly) return;
  const allowedText = field.type === 'number' ? text.replace(/[^\d.,e+-]/gi, '') : text;
  const start = field.selectionStart ?? field.value.length;
  const end = field.selectionEnd ?? field.value.length;
  setFieldValue(field, field.value.slice(0, start) + allowedText + field.value.slice(end));
  if (field.selectionStart !== null)
    field.setSelectionRange(start + allowedText.length, start + allowedText.length);
}

function moveFocus(from: HTMLElement, back: boolean): void {
  const stops = [...document.querySelectorAll<HTMLElement>(TABBABLE)].filter(
    (element) => element.tabIndex >= 0 && !isDisabled(element),
  );
  const at = stops.indexOf(from);
  const next = back ? stops.at(at <= 0 ? -1 : at - 1) : stops[(at + 1) % stops.length];
  next?.focus();
}

function stepRadio(radio: HTMLInputElement, step: number): void {
  const scope = radio.form ?? document;
  const group = [...scope.querySelectorAll<HTMLInputElement>('input[type=radio]')].filter(
    (one) => one.name === radio.name && !isDisabled(one),
  );
  const next = group[(group.indexOf(radio) + step + group.length) % group.length];
  next?.focus();
  next?.click();
}

function chooseOption(select: HTMLSelectElement, choose: (options: HTMLOptionElement[]) => number): void {
  const options = [...select.options];
  const at = choose(options);
  const option = options[at];
  if (!option || at === select.selectedIndex) return;
  fireEvent.change(select, { target: { value: option.value } });
}

const ARROWS: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

function performEnter(element: HTMLElement): void {
  if (element instanceof HTMLTextAreaElement) insertText(element, '\n');
  else if (
    element.matches('button, a[href], summary, input[type=submit], input[type=button], input[type=reset]')
  )
    element.click();
  else if (element instanceof HTMLInputElement && element.form) element.form.requestSubmit();
}

/** Perform a browser's default action on keydown when no listener prevented it. */
function performKeyDown(element: HTMLElement, key: string, modifiers: Modifiers): void {
  if (modifiers.ctrlKey || modifiers.altKey || modifiers.metaKey || isDisabled(element)) return;
  const arrow = ARROWS[key];
  if (key === 'Tab') moveFocus(element, modifiers.shiftKey ?? false);
  else if (key === 'Enter') performEnter(element);
  else if (element instanceof HTMLInputElement && element.type === 'radio' && arrow)
    stepRadio(element, arrow);
  else if (element instanceof HTMLSelectElement && arrow)
    chooseOption(element, (options) =>
      Math.min(options.length - 1, Math.max(0, element.selectedIndex + arrow)),
    );
  else if (key.length !== 1) return;
  else if (isTextField(element)) insertText(element, key);
  else if (element instanceof HTMLSelectElement)
    chooseOption(element, (options) =>
      options.findIndex((option) => option.text.toUpperCase().startsWith(key.toUpperCase())),
    );
}

const pressedBySpace = (element: HTMLElement): boolean =>
  element.matches('button, summary, input[type=checkbox], input[type=radio], input[type=submit]') &&
  !isDisabled(element);

const codeOf = (key: string): string => {
  if (/^[a-z]$/i.test(key)) return `Key${key.toUpperCase()}`;
  if (/^\d$/.test(key)) return `Digit${key}`;
  return key === ' ' ? 'Space' : key;
};

const focused = (): HTMLElement =>
  document.activeElement instanceof HTMLElement ? document.activeElement : document.body;

/**
 * Create a keyboard with a separate clock: the times of its keys are exact on a busy machine too. A hand
 * scanner is the same keyboard with its own gaps.
 */
export function createSimulatedKeyboard({ elapse }: SimulatedKeyboardOptions = {}): SimulatedKeyboard {
  let clock = performance.now();

  const wait = (ms: number): void => {
    clock += ms;
    elapse?.(ms);
  };
  const dispatch = (
    type: 'keydown' | 'keyup',
    element: Element,
    key: string,
    modifiers: Modifiers,
  ): boolean => {
    const event = new KeyboardEvent(type, {
      key,
      code: codeOf(key),
      bubbles: true,
      cancelable: true,
      composed: true,
      ...modifiers,
    });
    Object.defineProperty(event, 'timeStamp', { value: clock });
    return fireEvent(element, event);
  };
  const press = (key: string, gapMs = 0, modifiers: Modifiers = {}): void => {
    wait(gapMs);
    const target = focused();
    const isAllowed = dispatch('keydown', target, key, modifiers);
    if (isAllowed) act(() => performKeyDown(target, key, modifiers));
    // The focus may have moved: the key is released at the new focus, and Space presses only where it went
    // down.
    const released = focused();
    const isReleased = dispatch('keyup', released, key, modifiers);
    if (key === ' ' && isAllowed && isReleased && released === target && pressedBySpace(target))
      target.click();
  };
  const scan = (code: string, { gapMs, prefix, suffix = 'Enter', before }: ScannerTyping): void => {
    const gapBefore = (index: number): number => (typeof gapMs === 'number' ? gapMs : gapMs(index));
    wait(BEFORE_SCAN_MS);
    if (prefix !== undefined) press(prefix);
    const keys = suffix === 'none' ? [...code] : [...code, suffix];
    for (const [index, key] of keys.entries()) {
      before?.(index);
      press(key, index === 0 && prefix === undefined ? 0 : gapBefore(index));
    }
  };
  return { press, wait, scan };
}
