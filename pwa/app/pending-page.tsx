import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { SlowLoadFallback } from '#pwa/ui/slow-load-fallback.tsx';

/** A page that loads within this time renders without a placeholder. */
export const EMPTY_MS = 1000;

/** The placeholder of a page while its code or the session is slow to load. */
export function PendingPage({ label = 'Opening the page' }: { label?: string }) {
  return (
    <div className="p-6">
      <SlowLoadFallback>
        <Skeleton label={label} />
      </SlowLoadFallback>
    </div>
  );
}
