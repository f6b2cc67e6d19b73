import { useEffect, useRef, useState } from 'react';
import { useScanBus } from '#pwa/scanning/use-scan.ts';

interface TypedText {
  text: string;
  /** What the input showed when typing began. */
  over: string;
}

/**
 * The text that a person types over a value, until the input is left. What a scanner wrote and the page took out again is
 * no typing: an input in which nothing was typed shows the value as it is now and commits nothing.
 */
export function useTypedText(
  value: string,
  onCommit: (text: string, baseline: string) => void,
  { takesScans }: { takesScans: boolean },
) {
  const [typed, setTyped] = useState<TypedText | null>(null);
  // Keys and scans come sooner than the input is drawn again.
  const latest = useRef<TypedText | null>(null);
  const set = (next: TypedText | null): void => {
    latest.current = next;
    setTyped(next);
  };
  const type = (text: string): void => {
    const over = latest.current?.over ?? value;
    set(text === over ? null : { text, over });
  };
  const leave = (): void => {
    const draft = latest.current;
    set(null);
    if (draft === null || draft.text.trim() === value) return;
    // A slow scanner cannot be told from a person: over a code it replaces nothing without being asked.
    onCommit(draft.text.trim(), takesScans ? '' : draft.over);
  };
  const bus = useScanBus();
  const end = useRef(leave);
  useEffect(() => {
    end.current = leave;
  });
  // What was typed comes before what is scanned: the scan is judged by it.
  useEffect(() => (takesScans ? bus.onScan(() => end.current()) : undefined), [bus, takesScans]);
  return { text: typed?.text ?? value, type, leave, undo: () => set(null) };
}
