import { setFieldValue } from './field-memory.ts';

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
