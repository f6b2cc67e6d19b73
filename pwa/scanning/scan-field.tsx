import { type ChangeEvent, type KeyboardEvent, memo, useEffect, useId, useRef, useState } from 'react';
import { scannerSettings } from './keys/scanner-settings.ts';
import { useScanBus } from './use-scan.ts';

/** Split the text that an input method put into a scan field into finished codes and the unfinished rest. */
function codesInField(value: string): { codes: string[]; rest: string } {
  const parts = value.split(/[\r\n\t]+/);
  const rest = parts.pop() ?? '';
  return { codes: parts.filter((part) => part.trim() !== ''), rest };
}

/** A field that grew by at least a whole code at once was filled by a scanner that sends text, not keys. */
const isScannerInput = (before: string, after: string, minLength: number): boolean =>
  after.length - before.length >= minLength && after.startsWith(before);

export interface ScanFieldProps {
  label: string;
  placeholder?: string;
  /** Takes the focus on mount and after each scan; a screen has at most one such field. */
  autoFocus?: boolean;
  /** Hides the count, where each scan is independent. */
  uncounted?: boolean;
  className?: string;
}

/** A scanner that sends text without Enter has sent its whole code after this pause. */
const WHOLE_AFTER_MS = 120;

/**
 * The user waits for the verdict, not for the count: on a slow handheld the count must not render before the
 * verdict.
 */
const COUNT_AFTER_MS = 100;

const useScanCount = (): number => {
  const bus = useScanBus();
  const [count, setCount] = useState(0);
  useEffect(() => {
    let inputCount = 0;
    let later: ReturnType<typeof setTimeout> | undefined;
    const leave = bus.onScan(() => {
      inputCount += 1;
      later ??= setTimeout(() => {
        later = undefined;
        setCount(inputCount);
      }, COUNT_AFTER_MS);
    });
    return () => {
      clearTimeout(later);
      leave();
    };
  }, [bus]);
  return count;
};

/**
 * Handle the field's events: keys of a person, or text of an input method. The field is uncontrolled: a
 * scanner's keys come faster than a slow handheld renders, and none of them changes anything else.
 */
const useFieldText = () => {
  const bus = useScanBus();
  const text = useRef('');
  const atOnce = useRef(false);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(pause.current), []);

  const leave = (field: HTMLInputElement, rest: string): void => {
    text.current = rest;
    if (field.value !== rest) field.value = rest;
  };
  const finish = (field: HTMLInputElement, value: string): void => {
    clearTimeout(pause.current);
    if (value.trim() !== '') bus.publish(value, atOnce.current ? 'hand' : 'typed');
    atOnce.current = false;
    leave(field, '');
  };
  const onChange = (event: ChangeEvent<HTMLInputElement>): void => {
    const field = event.target;
    const { codes, rest } = codesInField(field.value);
    clearTimeout(pause.current);
    for (const code of codes) bus.publish(code, 'hand');
    const isPaste =
      event.nativeEvent instanceof InputEvent && event.nativeEvent.inputType === 'insertFromPaste';
    if (!isPaste && isScannerInput(text.current, rest, scannerSettings().minLength)) {
      atOnce.current = true;
      pause.current = setTimeout(() => finish(field, rest), WHOLE_AFTER_MS);
    }
    leave(field, rest);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    finish(event.currentTarget, event.currentTarget.value);
  };
  return { onChange, onKeyDown };
};

/**
 * The one field of a scan screen: takes scans without a soft keyboard, or a typed code ended by Enter; shows
 * the count.
 */
export const ScanField = memo(function ScanField({
  label,
  placeholder,
  autoFocus = false,
  uncounted = false,
  className,
}: ScanFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [byHand, setByHand] = useState(false);
  const count = useScanCount();
  const { onChange, onKeyDown } = useFieldText();
  useEffect(() => {
    if (autoFocus) field.current?.focus({ preventScroll: true });
  }, [autoFocus]);

  return (
    <div className={className}>
      <div className="mb-1.5 flex items-baseline justify-between gap-2">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {!uncounted && (
          <output
            htmlFor={id}
            aria-live="polite"
            className="shrink-0 whitespace-nowrap text-ink-soft text-sm tabular-nums"
          >
            {count} scanned
          </output>
        )}
      </div>
      <div className="flex left-handed:flex-row-reverse gap-2">
        <input
          id={id}
          ref={field}
          data-scan-field=""
          type="text"
          inputMode={byHand ? 'text' : 'none'}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="done"
          placeholder={placeholder ?? 'Scan a code'}
          defaultValue=""
          onChange={onChange}
          onKeyDown={onKeyDown}
          className="code min-h-11 min-w-0 flex-1 rounded-md border border-line-strong bg-surface px-3 text-ink placeholder:text-ink-soft"
        />
        <button
          type="button"
          aria-pressed={byHand}
          onClick={() => {
            setByHand(!byHand);
            field.current?.focus();
          }}
          className="min-h-11 min-w-11 rounded-md border border-line-strong bg-surface px-3 font-medium text-ink hover:bg-hover aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
        >
          Type
        </button>
      </div>
    </div>
  );
});
