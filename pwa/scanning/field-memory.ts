type TextField = HTMLInputElement | HTMLTextAreaElement;

const isTextField = (element: Element | null): element is TextField =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement &&
    !['button', 'checkbox', 'radio', 'submit', 'reset', 'file'].includes(element.type));

const isRichText = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement && element.isContentEditable;

/** Where does a person write: in a field or a note, and not in a field made for scans? */
export const isWriting = (element: Element | null): boolean =>
  (isTextField(element) || isRichText(element)) && !element.hasAttribute('data-scan-field');

/** Sets a field's value as a keyboard would, so that React and plain listeners both learn of it. */
export function setFieldValue(field: TextField, value: string): void {
  const prototype =
    field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** What the focused fields held before a burst of keys, to be put back when the burst was a scan. */
export interface FieldMemory {
  begin(): void;
  note(element: Element | null): void;
  /** Answers what stood in a field made for scans, which is emptied: the beginning of a code that came in two parts. */
  restore(typedLength: number): string;
}

const deleteBackwards = (length: number): void => {
  const selection = getSelection();
  for (let n = 0; selection && n < length; n += 1) selection.modify('extend', 'backward', 'character');
  document.execCommand('delete');
};

/** Remembers the fields that a burst wrote into. */
export function createFieldMemory(): FieldMemory {
  const fields = new Map<TextField, { value: string; start: number | null; end: number | null }>();
  let rich: HTMLElement | null = null;
  return {
    begin: () => {
      fields.clear();
      rich = null;
    },
    note: (element) => {
      if (isTextField(element) && !fields.has(element))
        fields.set(element, {
          value: element.value,
          start: element.selectionStart,
          end: element.selectionEnd,
        });
      else if (isRichText(element)) rich = element;
    },
    restore: (typedLength) => {
      let beginning = '';
      for (const [field, before] of fields) {
        if (field.hasAttribute('data-scan-field')) {
          beginning += before.value;
          if (field.value !== '') setFieldValue(field, '');
          continue;
        }
        if (field.value === before.value) continue;
        setFieldValue(field, before.value);
        if (before.start !== null) field.setSelectionRange(before.start, before.end);
      }
      if (rich && rich === document.activeElement) deleteBackwards(typedLength);
      fields.clear();
      rich = null;
      return beginning;
    },
  };
}
