import { may } from '#db/access/grants.ts';
import { useSyncStatus } from '#pwa/replica/hooks/use-sync-status.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { Section } from '#pwa/ui/page.tsx';
import { PartNotLoaded, useOnlinePart } from '#pwa/ui/use-online-part.tsx';

const load = () =>
  import('./online-sample-results.tsx').then(({ OnlineSampleResults }) => OnlineSampleResults);

/** What sequencing gave for a sample, for roles that read results; nothing while offline. */
export function SampleResults({ sampleId }: { sampleId: string }) {
  const role = useSession().session?.user.role;
  return role !== undefined && may(role, 'internal/results:read') ? (
    <ReachableResults sampleId={sampleId} />
  ) : null;
}

function ReachableResults({ sampleId }: { sampleId: string }) {
  const { reachable } = useSyncStatus();
  const { part: Results, failed } = useOnlinePart(reachable, load);
  if (reachable && Results) return <Results sampleId={sampleId} />;
  if (!reachable || !failed) return null;
  return (
    <Section title="Sequencing results">
      <PartNotLoaded text="The results could not be loaded." />
    </Section>
  );
}
