import { TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { UnreadScan } from './scan-bus.ts';
import { playScanTone } from './scan-sound.ts';
import { useScanBus } from './use-scan.ts';

const TEXTS: Record<Exclude<UnreadScan['reason'], 'command'>, string> = {
  incomplete: 'A scan was not read completely. Scan again.',
  short: 'Unknown scan. Scan again.',
  failed: 'The scan was not processed. Scan again.',
};

/** Return the last unreadable burst or useless command, until the next scan or the user's next press. */
function useUnreadScan(): UnreadScan | null {
  const bus = useScanBus();
  const [unread, setUnread] = useState<UnreadScan | null>(null);
  useEffect(
    () =>
      bus.onUnread((unreadScan) => {
        playScanTone('error');
        setUnread(unreadScan);
      }),
    [bus],
  );
  const isShown = unread !== null;
  useEffect(() => {
    if (!isShown) return;
    const clear = (): void => setUnread(null);
    const stopHearing = bus.onScan(clear);
    document.addEventListener('pointerdown', clear);
    return () => {
      stopHearing();
      document.removeEventListener('pointerdown', clear);
    };
  }, [bus, isShown]);
  return unread;
}

/**
 * A notice on every bench screen that a scan was unreadable. It is outside the page, because page content is
 * hidden from a screen reader while a dialog is open; presses go through it to the content below.
 */
export function UnreadScanNotice() {
  const unread = useUnreadScan();
  return createPortal(
    <div
      aria-live="assertive"
      aria-atomic="true"
      className="pointer-events-none fixed inset-x-0 top-0 z-50 flex justify-center px-3 pt-2"
    >
      {unread && (
        <div
          key={unread.n}
          data-tone="warning"
          data-unread={unread.reason}
          className="verdict-flash flex w-full max-w-2xl items-center gap-3 rounded-lg bg-tone px-4 py-3 text-tone-on shadow-overlay"
        >
          <TriangleAlert aria-hidden className="size-9 shrink-0" strokeWidth={2.2} />
          <p className="min-w-0 flex-1">
            <span className="block font-bold text-lg leading-tight">
              {unread.reason === 'command' ? unread.text : TEXTS[unread.reason]}
            </span>
            {(unread.reason === 'short' || unread.reason === 'failed') && (
              <span className="code break-all">{unread.text}</span>
            )}
          </p>
        </div>
      )}
    </div>,
    document.body,
  );
}
