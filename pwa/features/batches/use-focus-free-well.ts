import { type RefObject, useEffect } from 'react';
import type { Picked } from './plate-picking.ts';

/**
 * Whoever picks something up by a button puts it down on the plate next, so the focus goes there: by keyboard alone the
 * way back over the whole list would be long. A scan leaves the focus where it is, whatever was pressed before it.
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
    // Under a thumb the page stays where it is.
    cell?.focus({ preventScroll: !pressed.matches(':focus-visible') });
  }, [picked]);
}
