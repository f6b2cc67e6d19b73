import { useSyncStatus } from '#pwa/replica/hooks/use-sync-status.ts';
import { Section } from '#pwa/ui/page.tsx';
import { PartNotLoaded } from '#pwa/ui/part-not-loaded.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { useOnlinePart } from '#pwa/ui/use-online-part.ts';

const load = () => import('./print-log.tsx').then(({ PrintLog }) => PrintLog);

/** The print log, shown with the printers; stored on the server. */
export function PrintLogPart() {
  const { reachable } = useSyncStatus();
  const { part: Log, failed } = useOnlinePart(reachable, load);
  return (
    <Section title="Print log">
      {Log ? (
        <Log />
      ) : !reachable ? (
        <p className="text-ink-soft">The print log needs the network. What was printed here is kept above.</p>
      ) : failed ? (
        <PartNotLoaded text="The print log could not be loaded." />
      ) : (
        <Skeleton lines={3} label="Loading the print log" />
      )}
    </Section>
  );
}
