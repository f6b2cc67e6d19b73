import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { placeOf } from '#pwa/scanning/keys/held-keys.ts';
import { createShortcutReader, pageShortcutsFor, type ShortcutAction } from './shortcuts.ts';

const OPEN_LAYERS = 'dialog[open], [role="dialog"], [role="alertdialog"], [role="menu"]';
/** These take letters to find an entry. */
const TAKES_LETTERS = 'select, [role="listbox"], [role="menu"], [role="tree"]';

const placeOfFocus = (element: Element | null) =>
  element?.closest(TAKES_LETTERS) ? 'writing' : placeOf(element);

/**
 * Act on the shortcuts of every page. Keys of a hand scanner never arrive here: its listener holds them back,
 * and gives a person's keys to the page a moment later.
 */
export function useShortcuts(
  actions: Record<ShortcutAction, () => void>,
  mayOpen: (path: string) => boolean,
): void {
  const router = useRouter();
  const pages = useMemo(() => pageShortcutsFor(mayOpen), [mayOpen]);
  const [read] = useState(createShortcutReader);
  const onKeyDown = useEffectEvent((event: KeyboardEvent): void => {
    if (event.repeat || event.isComposing || ['Shift', 'Control', 'Meta', 'Alt'].includes(event.key)) return;
    const result = read(
      {
        key: event.key,
        ctrl: event.ctrlKey || event.metaKey,
        alt: event.altKey,
        at: event.timeStamp,
        place: placeOfFocus(document.activeElement),
        isTaken: event.defaultPrevented || document.querySelector(OPEN_LAYERS) !== null,
        isRaw: event.isTrusted,
      },
      pages,
    );
    if (result === null) return;
    event.preventDefault();
    if ('action' in result) actions[result.action]();
    else router.history.push(result.path);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKeyDown(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
