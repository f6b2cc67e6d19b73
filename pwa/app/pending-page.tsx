import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { SlowLoadFallback } from '#pwa/ui/slow-load-fallback.tsx';

/** A page that is here sooner is drawn without anything before it. */
export const EMPTY_MS = 1000;

/** Stands where a page will be while its code, or who is signed in, is slow to come. */
export function PendingPage({ label = 'Opening the page' }: { label?: string }) {
  return (
    <div className="p-6">
      <SlowLoadFallback>
        <Skeleton label={label} />
      </SlowLoadFallback>
    </div>
  );
}
