import type { KeyPlace } from './burst-state.ts';

type TextField = HTMLInputElement | HTMLTextAreaElement;

const NOT_TYPED_INTO = new Set([
  'button',
  'checkbox',
  'radio',
  'submit',
  'reset',
  'file',
  'image',
  'range',
  'color',
]);

const isTextField = (element: Element | null): element is TextField =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement && !NOT_TYPED_INTO.has(element.type));

const isRichText = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement && element.isContentEditable;

const isWritable = (element: Element | null): boolean =>
  isTextField(element) ? !element.readOnly && !element.disabled : isRichText(element);

/** Return the kind of the focused element; a read-only field counts as the page. */
export function placeOf(element: Element | null): KeyPlace {
  if (!isWritable(element)) return 'page';
  return element?.hasAttribute('data-scan-field') ? 'scan-field' : 'writing';
}

const prototypeOf = (field: TextField | HTMLSelectElement): object => {
  if (field instanceof HTMLSelectElement) return HTMLSelectElement.prototype;
  return field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
};

/** Set a field's value as a keyboard does, so that React and plain listeners both notice it. */
export function setFieldValue(field: TextField | HTMLSelectElement, value: string): void {
  Object.getOwnPropertyDescriptor(prototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  if (field instanceof HTMLSelectElement) field.dispatchEvent(new Event('change', { bubbles: true }));
}

/** The values of the focused fields before a burst of keys, restored when the burst was a scan. */
export interface FieldMemory {
  reset(): void;
  /** Store the value of an element before a key is written into it. */
  note(element: Element | null): void;
  /** Check whether the burst has written into this user field. */
  hasWritten(element: EventTarget | null): boolean;
  /** Restore the values of user fields; a scan field keeps its text. */
  restoreWriting(): void;
  /**
   * Restore all fields. Returns the text of a scan field, which is emptied: the start of a code that arrived
   * in two parts.
   */
  restore(): string;
}

const deleteBackwards = (length: number): void => {
  const selection = getSelection();
  for (let n = 0; selection && n < length; n += 1) selection.modify('extend', 'backward', 'character');
  document.execCommand('delete');
};

/** Create the memory of the fields that a burst wrote into. */
export function createFieldMemory(): FieldMemory {
  const fields = new Map<TextField, { value: string; start: number | null; end: number | null }>();
  let rich: { element: HTMLElement; keys: number } | null = null;

  const reset = (): void => {
    fields.clear();
    rich = null;
  };
  const restoreWriting = (): void => {
    for (const [field, before] of fields) {
      if (field.hasAttribute('data-scan-field') || field.value === before.value) continue;
      setFieldValue(field, before.value);
      if (before.start !== null) field.setSelectionRange(before.start, before.end);
    }
    if (rich && rich.element === document.activeElement) deleteBackwards(rich.keys);
  };
  return {
    reset,
    note: (element) => {
      if (isTextField(element) && !fields.has(element))
        fields.set(element, {
          value: element.value,
          start: element.selectionStart,
          end: element.selectionEnd,
        });
      else if (isRichText(element)) rich = { element, keys: (rich?.keys ?? 0) + 1 };
    },
    hasWritten: (element) =>
      element instanceof Element &&
      isTextField(element) &&
      !element.hasAttribute('data-scan-field') &&
      fields.has(element) &&
      fields.get(element)?.value !== element.value,
    restoreWriting: () => {
      restoreWriting();
      reset();
    },
    restore: () => {
      let beginning = '';
      for (const [field, before] of fields) {
        if (!field.hasAttribute('data-scan-field')) continue;
        beginning += before.value;
        if (field.value !== '') setFieldValue(field, '');
      }
      restoreWriting();
      reset();
      return beginning;
    },
  };
}

/** Gaps between a scanner's keys are below this; a person's seldom are. */
const MACHINE_GAP_MS = 25;

/**
 * Holds back letters for a scan field: the code is read from the keys, and writing and rendering each letter
 * takes a slow handheld longer than the verdict. Keys that were no scan are written a moment later.
 */
export interface HeldKeys {
  /**
   * True for a letter that is held back from an empty scan field; held keys that are no scan are written
   * first.
   */
  take(event: KeyboardEvent, element: Element | null): boolean;
  /** Write the held keys into their field. */
  giveBack(): void;
  /** Drop the held keys because they were a scan. */
  forget(): void;
}

const isLetter = (event: KeyboardEvent): boolean =>
  event.key.length === 1 && !event.ctrlKey && !event.altKey && !event.metaKey && !event.repeat;

const scanField = (element: Element | null): HTMLInputElement | null =>
  element instanceof HTMLInputElement && element.hasAttribute('data-scan-field') ? element : null;

/** Create the store of held letters for the one focused field. */
export function createHeldKeys(): HeldKeys {
  let field: HTMLInputElement | null = null;
  let text = '';
  let lastAt = 0;
  let pause: ReturnType<typeof setTimeout> | undefined;

  const forget = (): void => {
    clearTimeout(pause);
    field = null;
    text = '';
  };
  const giveBack = (): void => {
    const into = field;
    const letters = text;
    forget();
    // Letters are written one at a time: a whole code at once looks like an input method and would end by
    // itself.
    if (into) for (const character of letters) setFieldValue(into, into.value + character);
  };
  const continuesBurst = (event: KeyboardEvent, element: Element): boolean =>
    field === element && event.timeStamp - lastAt <= MACHINE_GAP_MS;

  return {
    take: (event, element) => {
      // A capital letter is two keys; the first one writes nothing.
      if (event.key === 'Shift') return false;
      const into = isLetter(event) ? scanField(element) : null;
      if (!into || !continuesBurst(event, into)) giveBack();
      if (into?.value !== '') return false;
      field = into;
      text += event.key;
      lastAt = event.timeStamp;
      clearTimeout(pause);
      pause = setTimeout(giveBack, MACHINE_GAP_MS);
      return true;
    },
    giveBack,
    forget,
  };
}

/**
 * A text field that loses focus during a burst would save its text before the source of its letters is known.
 * So the page gets the event later: with a person's letters in the field, or without those of a scanner.
 */
export interface HeldFocusEvents {
  /** Hold back the event of a field that lost focus. */
  hold(event: FocusEvent): void;
  isEmpty(): boolean;
  /** Deliver the held events; the fields then have their final text. */
  dispatch(): void;
}

/** Create the store of fields that lost focus during the current burst. */
export function createHeldFocusEvents(): HeldFocusEvents {
  const heldFields = new Map<Element, EventTarget | null>();
  const dispatched = new WeakSet<Event>();
  return {
    hold: (event) => {
      if (dispatched.has(event) || !(event.target instanceof Element)) return;
      event.stopImmediatePropagation();
      heldFields.set(event.target, event.relatedTarget);
    },
    isEmpty: () => heldFields.size === 0,
    dispatch: () => {
      const fields = [...heldFields];
      heldFields.clear();
      for (const [field, relatedTarget] of fields) {
        if (!field.isConnected || field === document.activeElement) continue;
        const event = new FocusEvent('focusout', { bubbles: true, composed: true, relatedTarget });
        dispatched.add(event);
        field.dispatchEvent(event);
      }
    },
  };
}
