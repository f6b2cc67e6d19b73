import { may } from '#db/access/grants.ts';
import { useSyncStatus } from '#pwa/replica/hooks/use-sync-status.ts';
import { useSession } from '#pwa/replica/session.ts';
import { ComesLate } from '#pwa/ui/comes-late.tsx';
import { loadedLater } from '#pwa/ui/loaded-later.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';

/** The bench keeps none of it: files are at the server, and so is what shows them. */
const OnlineFiles = loadedLater(
  () => import('./online-files.tsx').then((loaded) => loaded.OnlineFiles),
  () => (
    <Section title="Files">
      <ComesLate>
        <Skeleton lines={3} label="Loading files" />
      </ComesLate>
    </Section>
  ),
);

const KINDS = {
  Specimen: { fileType: 'SPECIMEN_DOCUMENT', adds: 'lab/specimens/files:create' },
  Sample: { fileType: 'SAMPLE_DOCUMENT', adds: 'lab/samples/files:create' },
} as const;

/** The files of a specimen or a sample; without a network the page says so and goes on without them. */
export function BenchFiles({
  targetType,
  targetId,
}: {
  targetType: 'Specimen' | 'Sample';
  targetId: string;
}) {
  const { reachable } = useSyncStatus();
  const role = useSession().session?.user.role;
  if (role === undefined) return null;
  const { fileType, adds } = KINDS[targetType];
  if (reachable) return <OnlineFiles target={{ targetType, targetId, fileType }} uploads={may(role, adds)} />;
  return (
    <Section title="Files">
      <p className="text-ink-soft">
        Files need the network. They are shown here once this device is connected.
      </p>
    </Section>
  );
}
