import { CircleCheck, CircleX, type LucideIcon, Repeat2, TriangleAlert } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Tone } from './tone.ts';

/** The verdict that a page shows now, for a dialog that covers it. */
export interface ShownVerdict {
  verdict: Verdict;
  title: string;
  code: string | undefined;
  detail: ReactNode;
  actions: ReactNode;
}

let current: ShownVerdict | null = null;
const listeners = new Set<() => void>();

const become = (next: ShownVerdict | null): void => {
  current = next;
  for (const listener of listeners) listener();
};

/** Publish a page's verdict; the returned function removes it, unless another verdict has replaced it. */
function publishVerdict(verdict: ShownVerdict): () => void {
  become(verdict);
  return () => {
    if (current === verdict) become(null);
  };
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Return the verdict of the page below; null while it has none. */
export const useShownVerdict = (): ShownVerdict | null => useSyncExternalStore(subscribe, () => current);

export type Verdict = 'ok' | 'warning' | 'error' | 'repeat';

const VERDICT_DISPLAY: Record<Verdict, { tone: Tone; icon: LucideIcon; label: string }> = {
  ok: { tone: 'success', icon: CircleCheck, label: 'OK' },
  warning: { tone: 'warning', icon: TriangleAlert, label: 'Check' },
  error: { tone: 'danger', icon: CircleX, label: 'Stop' },
  repeat: { tone: 'info', icon: Repeat2, label: 'Again' },
};

interface ScanVerdictProps {
  verdict: Verdict;
  /** The verdict in a few words, readable from a step away. */
  title: string;
  /** The code as it was read. */
  code?: string | undefined;
  detail?: ReactNode;
  /** The possible actions. */
  actions?: ReactNode;
  /** Changes with every scan, so that two equal verdicts still flash twice. */
  scanKey?: string | number;
  /** Set for the copy in a dialog that repeats the verdict of the page. */
  repeated?: boolean;
}

/** The scroll margin for the fixed header; as `scroll-mt-32`. */
const BELOW_HEADER = { rootMargin: '-128px 0px 0px 0px', threshold: 1 };

/**
 * Track whether the whole element is visible, with an observer: a measurement at each scan would force a
 * second layout.
 */
function useIsVisible(box: RefObject<Element | null>): RefObject<boolean> {
  const isVisible = useRef(false);
  useEffect(() => {
    if (!box.current) return;
    const watch = new IntersectionObserver((entries) => {
      isVisible.current = entries.at(-1)?.isIntersecting ?? false;
    }, BELOW_HEADER);
    watch.observe(box.current);
    return () => watch.disconnect();
  }, [box]);
  return isVisible;
}

/** Alternate between two equal flashes: an animation restarts only when its name changes. */
function useFlash(scanKey: ScanVerdictProps['scanKey']): 'one' | 'other' {
  const [last, setLast] = useState<{ scanKey: typeof scanKey; flash: 'one' | 'other' }>({
    scanKey,
    flash: 'one',
  });
  if (last.scanKey === scanKey) return last.flash;
  const flash = last.flash === 'one' ? 'other' : 'one';
  setLast({ scanKey, flash });
  return flash;
}

/** The verdict of a scan over the full width: color, icon and words. It stays until the next scan. */
export function ScanVerdict(props: ScanVerdictProps) {
  const { verdict, title, code, detail, actions, scanKey, repeated = false } = props;
  const { tone, icon: Icon, label } = VERDICT_DISPLAY[verdict];
  const box = useRef<HTMLDivElement>(null);
  const flash = useFlash(scanKey);
  const role = verdict === 'error' ? 'alert' : 'status';
  const isVisible = useIsVisible(box);
  useEffect(() => {
    // A user who scans far down a list must see the verdict.
    if (scanKey !== undefined && !isVisible.current) box.current?.scrollIntoView({ block: 'nearest' });
  }, [scanKey, isVisible]);
  useEffect(
    () => (repeated ? undefined : publishVerdict({ verdict, title, code, detail, actions })),
    [repeated, verdict, title, code, detail, actions],
  );
  return (
    <div
      ref={box}
      data-tone={tone}
      data-verdict={verdict}
      className="@container scroll-mt-32 overflow-hidden rounded-lg"
    >
      {/* Screen readers announce changes; a new alert is announced as a whole. */}
      <div
        key={role}
        role={role}
        data-flash={flash}
        className="verdict-flash flex items-center gap-3 bg-tone px-4 py-4 text-tone-on @lg:gap-5 @lg:px-6 @lg:py-5"
      >
        <Icon aria-hidden className="size-11 shrink-0 @lg:size-14" strokeWidth={2.2} />
        <div className="min-w-0 flex-1">
          <p className="font-semibold text-sm uppercase tracking-wider">{label}</p>
          <p className="font-bold text-2xl leading-tight @lg:text-4xl">{title}</p>
          {code && <p className="code mt-1 text-lg">{code}</p>}
        </div>
      </div>
      {/* The passed actions may render nothing: an empty strip is hidden. */}
      {(detail || actions) && (
        <div className="flex not-has-[>:not(:empty)]:hidden flex-col gap-3 rounded-b-lg border border-tone-line border-t-0 bg-tone-soft px-4 py-3 text-tone-ink @lg:flex-row @lg:items-center @lg:px-6">
          {detail && <div className="flex-1">{detail}</div>}
          {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
        </div>
      )}
    </div>
  );
}
