import { setFieldValue } from './field-memory.ts';

/** The keys of a scanner come nearer than this; those of a person seldom do. */
const MACHINE_GAP_MS = 25;

/**
 * The letters that a scan field need not write: the code is read from the keys, and to write and draw each letter takes
 * a slow handheld longer than to answer. What was no scan after all is written a moment later.
 */
export interface HeldKeys {
  /** True for a letter that is kept from an empty scan field; what was kept and is no scan is written first. */
  take(event: KeyboardEvent, element: Element | null): boolean;
  /** Writes what was kept into its field. */
  giveBack(): void;
  /** The keys were a scan. */
  forget(): void;
}

const isLetter = (event: KeyboardEvent): boolean =>
  event.key.length === 1 && !event.ctrlKey && !event.altKey && !event.metaKey && !event.repeat;

const scanField = (element: Element | null): HTMLInputElement | null =>
  element instanceof HTMLInputElement && element.hasAttribute('data-scan-field') ? element : null;

/** Keeps letters for the one field that has the focus. */
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
    // One letter at a time, as they came: a whole code at once is what an input method writes, and ends by itself.
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
