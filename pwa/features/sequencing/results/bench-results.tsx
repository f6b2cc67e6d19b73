import { may } from '#db/access/grants.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import type { SpecimenStatus } from '#db/specimens/specimen-status.ts';
import { useSyncStatus } from '#pwa/replica/hooks/use-sync-status.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { PartNotLoaded, useOnlinePart } from '#pwa/ui/use-online-part.tsx';

const load = () => import('./online-results.tsx').then(({ OnlineResults }) => OnlineResults);
/** Statuses in which results are due or released. */
const WITH_RESULTS: readonly SpecimenStatus[] = ['IN_PROGRESS', 'COMPLETED', 'IN_STORAGE'];

/**
 * The results of a specimen, for those who decide about them; their files are on the server, so they need the
 * network.
 */
export function BenchResults({ specimen }: { specimen: Pick<Specimen, 'id' | 'orderId' | 'status'> }) {
  const role = useSession().session?.user.role;
  if (role === undefined || !may(role, 'internal/results:update')) return null;
  return WITH_RESULTS.includes(specimen.status) ? <SpecimenResults specimen={specimen} /> : null;
}

function SpecimenResults({ specimen: { id, orderId } }: { specimen: Pick<Specimen, 'id' | 'orderId'> }) {
  const { reachable } = useSyncStatus();
  const { part: Panel, failed } = useOnlinePart(reachable, load);
  const role = useSession().session?.user.role;
  if (role === undefined) return null;
  if (reachable && Panel && !failed) return <Panel target={{ orderId, specimenId: id }} role={role} />;
  return (
    <Section title="Results">
      {!reachable ? (
        <p className="text-ink-soft">Results are approved and released while this device is connected.</p>
      ) : failed ? (
        <PartNotLoaded text="The results could not be loaded." />
      ) : (
        <Skeleton lines={3} label="Loading results" />
      )}
    </Section>
  );
}
