import { may } from '#db/access/grants.ts';
import { useSyncStatus } from '#pwa/replica/hooks/use-sync-status.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { PartNotLoaded, useOnlinePart } from '#pwa/ui/use-online-part.tsx';

const KINDS = {
  Specimen: { fileType: 'SPECIMEN_DOCUMENT', adds: 'lab/specimens/files:create' },
  Sample: { fileType: 'SAMPLE_DOCUMENT', adds: 'lab/samples/files:create' },
} as const;

/** Bench records with files. */
export type FiledAtBench = keyof typeof KINDS;

const load = () => import('./online-files.tsx').then(({ OnlineFiles }) => OnlineFiles);

/** The files of a specimen or a sample; offline the page shows a message and works without them. */
export function BenchFiles({
  targetType,
  targetId,
  bare = false,
}: {
  targetType: FiledAtBench;
  targetId: string;
  /** Without a frame, within the activity of the record. */
  bare?: boolean;
}) {
  const { reachable } = useSyncStatus();
  const { part: Panel, failed } = useOnlinePart(reachable, load);
  const role = useSession().session?.user.role;
  if (role === undefined) return null;
  const { fileType, adds } = KINDS[targetType];
  if (reachable && Panel && !failed)
    return <Panel target={{ targetType, targetId, fileType }} uploads={may(role, adds)} bare={bare} />;
  return (
    <Section title="Files" bare={bare}>
      {!reachable ? (
        <p className="text-ink-soft">
          Files need the network. They are shown here once this device is connected.
        </p>
      ) : failed ? (
        <PartNotLoaded text="The files could not be loaded." />
      ) : (
        <Skeleton lines={3} label="Loading files" />
      )}
    </Section>
  );
}
