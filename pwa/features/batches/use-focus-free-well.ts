import { type RefObject, useEffect } from 'react';
import type { Picked } from './plate-picking.ts';

/**
 * Focus the next free well after an item is picked up by a button: with the keyboard alone the way back over
 * the whole list would be long. A scan leaves the focus where it is.
 */
export function useFocusFreeWell(
  plate: RefObject<HTMLElement | null>,
  picked: Picked | null,
  pickedBy: 'press' | 'scan',
  nextFree: string | null,
): void {
  const well = picked?.kind === 'well' ? picked.well : nextFree;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only picking something up moves the focus
  useEffect(() => {
    const pressed = document.activeElement;
    if (!picked || pickedBy === 'scan' || well === null || !(pressed instanceof HTMLButtonElement)) return;
    const cell = plate.current?.querySelector<HTMLElement>(`[data-position="${well}"]`);
    // On a touch screen the page does not scroll.
    cell?.focus({ preventScroll: !pressed.matches(':focus-visible') });
  }, [picked]);
}
