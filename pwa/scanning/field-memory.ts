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

/** Says what has the focus; a field that cannot be written in is as the page around it. */
export function placeOf(element: Element | null): KeyPlace {
  if (!isWritable(element)) return 'page';
  return element?.hasAttribute('data-scan-field') ? 'scan-field' : 'writing';
}

const prototypeOf = (field: TextField | HTMLSelectElement): object => {
  if (field instanceof HTMLSelectElement) return HTMLSelectElement.prototype;
  return field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
};

/** Sets a field's value as a keyboard would, so that React and plain listeners both learn of it. */
export function setFieldValue(field: TextField | HTMLSelectElement, value: string): void {
  Object.getOwnPropertyDescriptor(prototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  if (field instanceof HTMLSelectElement) field.dispatchEvent(new Event('change', { bubbles: true }));
}

/** What the focused fields held before a burst of keys, to be put back when the burst was a scan. */
export interface FieldMemory {
  reset(): void;
  /** Remembers what an element holds before a key is written into it. */
  note(element: Element | null): void;
  /** Has the burst written into this field of a person? */
  hasWritten(element: EventTarget | null): boolean;
  /** Puts fields of a person back as they were; a field made for scans keeps its text. */
  restoreWriting(): void;
  /**
   * Puts all fields back. Answers what stood in a field made for scans, which is emptied: the beginning of a code that
   * came in two parts.
   */
  restore(): string;
}

const deleteBackwards = (length: number): void => {
  const selection = getSelection();
  for (let n = 0; selection && n < length; n += 1) selection.modify('extend', 'backward', 'character');
  document.execCommand('delete');
};

/** Remembers the fields that a burst wrote into. */
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
