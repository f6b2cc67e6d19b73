import { useEffect, useRef, useState } from 'react';
import { useScanBus } from '#pwa/scanning/use-scan.ts';

interface TypedText {
  text: string;
  /** The value of the input when typing began. */
  over: string;
}

/**
 * Keep the text that a user types over a value until the input loses focus. Text that a scanner wrote and the
 * page removed does not count as typing: an input without typing shows the current value and commits nothing.
 */
export function useTypedText(
  value: string,
  onCommit: (text: string, baseline: string) => void,
  { takesScans }: { takesScans: boolean },
) {
  const [typed, setTyped] = useState<TypedText | null>(null);
  // Keys and scans may come before the input renders again.
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
    // A slow scanner looks like a person: over a code it replaces nothing without a confirmation.
    onCommit(draft.text.trim(), takesScans ? '' : draft.over);
  };
  const bus = useScanBus();
  const end = useRef(leave);
  useEffect(() => {
    end.current = leave;
  });
  // Typed text is committed before a scan, which is judged with it.
  useEffect(() => (takesScans ? bus.onScan(() => end.current()) : undefined), [bus, takesScans]);
  return { text: typed?.text ?? value, type, leave, undo: () => set(null) };
}
