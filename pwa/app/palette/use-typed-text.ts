import { useEffect, useEffectEvent, useState } from 'react';

const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role="dialog"]') !== null;

/**
 * Hold the text of the palette. Keys that do not reach its field are appended to the text: its code may still be
 * loading, and the listener for hand scanners delivers keys late to the element that had the focus before.
 * `isTyped` is true while the palette is open and no scan has opened it.
 */
export function useTypedText(isTyped: boolean, onCancel: () => void) {
  const [text, setText] = useState('');
  const onKeyDown = useEffectEvent((event: KeyboardEvent): void => {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || isInDialog(event.target)) return;
    if (key.length > 1 && !['Backspace', 'Enter', 'Escape'].includes(key)) return;
    // The page below takes no key: a letter there may open another page, and Enter presses a button.
    event.preventDefault();
    event.stopPropagation();
    if (key === 'Escape') onCancel();
    else if (key === 'Backspace') setText((now) => now.slice(0, -1));
    else if (key.length === 1) setText((now) => now + key);
  });
  useEffect(() => {
    if (!isTyped) return;
    const listener = (event: KeyboardEvent): void => onKeyDown(event);
    document.addEventListener('keydown', listener, { capture: true });
    return () => document.removeEventListener('keydown', listener, { capture: true });
  }, [isTyped]);
  return { text, onType: setText };
}
