import { useEffect, useEffectEvent, useRef, useState } from 'react';

const PAUSE_MS = 300;

/** Use a search input that shows every key at once and searches when the typing pauses. */
export function useTypedSearch(applied: string, apply: (text: string) => void) {
  const [typed, setTyped] = useState(applied);
  const lastSent = useRef(applied);
  const search = useEffectEvent(apply);
  useEffect(() => {
    // The address changed from outside: back, a link, "Clear".
    if (applied === lastSent.current) return;
    lastSent.current = applied;
    setTyped(applied);
  }, [applied]);
  useEffect(() => {
    const text = typed.trim();
    if (text === lastSent.current) return;
    const timer = setTimeout(() => {
      lastSent.current = text;
      search(text);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return { value: typed, onChange: setTyped };
}
