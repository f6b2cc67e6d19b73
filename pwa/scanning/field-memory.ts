import type { KeyPlace } from './timed-key.ts';

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
