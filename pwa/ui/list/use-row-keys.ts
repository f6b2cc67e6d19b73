import { type RefObject, useEffect, useEffectEvent } from 'react';
import { focusRow } from './row-name.tsx';

const LIST = '[data-list]';
const WRITING = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true]';

/**
 * Check whether keys belong to this list: the focus is in it, or nowhere and it is the first one. Keys of a
 * field, and those of a page below a dialog, do not.
 */
function hasKeys(list: HTMLElement): boolean {
  const focused = document.activeElement;
  if (focused?.matches(WRITING)) return false;
  const dialog = [...document.querySelectorAll('[role=dialog]')].at(-1);
  if (dialog && !dialog.contains(list)) return false;
  if (list.contains(focused)) return focused?.closest(LIST) === list;
  const isNowhere = !focused || focused.matches('body, h1, main, [role=dialog]');
  return isNowhere && (dialog ?? document).querySelector(LIST) === list;
}

/**
 * Move through the rows of a list by J and K, and select by X; Enter opens the focused row. A hand scanner's
 * keys do not arrive here, because its listener holds them back.
 */
export function useRowKeys(
  area: RefObject<HTMLElement | null>,
  toggle: ((key: string, isRange: boolean) => void) | undefined,
): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const list = area.current;
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey || event.altKey || !'jkx'.includes(key) || !list || !hasKeys(list))
      return;
    const rows = [...list.querySelectorAll<HTMLElement>('[data-row]')];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    if (key === 'x') {
      const row = rows[at]?.dataset['row'];
      if (row !== undefined && toggle) toggle(row, event.shiftKey);
      return;
    }
    const next = at === -1 ? rows[0] : rows[at + (key === 'j' ? 1 : -1)];
    if (next) focusRow(next);
  });
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
