import { type KeyboardEvent, useState } from 'react';

const BURST_GAP_MS = 60;
const BURST_LENGTH = 3;

/** A detector that separates the keys of a hand scanner from those of a person, by the time between them. */
export function createScanBurst(): (key: string, at: number) => boolean {
  let count = 0;
  let last = Number.NEGATIVE_INFINITY;
  return (key, at) => {
    const close = at - last <= BURST_GAP_MS;
    if (key === 'Enter' || key === 'Tab') {
      const ends = close && count >= BURST_LENGTH;
      count = 0;
      return ends;
    }
    if (key.length !== 1) return false;
    count = close ? count + 1 : 1;
    last = at;
    // A space inside a code would press a focused button just as Enter does.
    return key === ' ' && close && count >= BURST_LENGTH;
  };
}

const PRESSED_INPUTS = ['button', 'checkbox', 'file', 'radio', 'reset', 'submit'];

/** Check whether a space is text for this element; elsewhere it presses. */
const takesText = (target: EventTarget): boolean =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !PRESSED_INPUTS.includes(target.type)) ||
  (target instanceof HTMLElement && target.isContentEditable);

/**
 * Return a capture handler for a dialog or form: the Enter that ends a scan presses nothing and submits
 * nothing. The spaces of a fast typist stay.
 */
export function useScanGuard(): (event: KeyboardEvent) => void {
  const [isScan] = useState(createScanBurst);
  return (event) => {
    const isPress = isScan(event.key, event.timeStamp);
    if (isPress && !(event.key === ' ' && takesText(event.target))) event.preventDefault();
  };
}
