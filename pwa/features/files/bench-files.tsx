import { RotateCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { may } from '#db/access/grants.ts';
import { useSyncStatus } from '#pwa/replica/hooks/use-sync-status.ts';
import { useSession } from '#pwa/replica/session.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import type { OnlineFiles } from './online-files.tsx';

const KINDS = {
  Specimen: { fileType: 'SPECIMEN_DOCUMENT', adds: 'lab/specimens/files:create' },
  Sample: { fileType: 'SAMPLE_DOCUMENT', adds: 'lab/samples/files:create' },
} as const;

/** What shows files is at the server as they are; should it not come, the rest of the page goes on without it. */
function useOnlineFiles(reachable: boolean) {
  const [Panel, setPanel] = useState<typeof OnlineFiles | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!reachable) return;
    setFailed(false);
    import('./online-files.tsx').then(
      (loaded) => setPanel(() => loaded.OnlineFiles),
      () => setFailed(true),
    );
  }, [reachable]);
  return { Panel, failed };
}

/** The files of a specimen or a sample; without a network the page says so and goes on without them. */
export function BenchFiles({
  targetType,
  targetId,
}: {
  targetType: 'Specimen' | 'Sample';
  targetId: string;
}) {
  const { reachable } = useSyncStatus();
  const { Panel, failed } = useOnlineFiles(reachable);
  const role = useSession().session?.user.role;
  if (role === undefined) return null;
  const { fileType, adds } = KINDS[targetType];
  if (reachable && Panel && !failed)
    return <Panel target={{ targetType, targetId, fileType }} uploads={may(role, adds)} />;
  return (
    <Section title="Files">
      {!reachable ? (
        <p className="text-ink-soft">
          Files need the network. They are shown here once this device is connected.
        </p>
      ) : failed ? (
        // A browser asks only once for a file that did not come.
        <div className="flex flex-wrap items-center gap-3">
          <p className="text-ink-soft">The files could not be loaded.</p>
          <Button icon={RotateCw} onClick={() => location.reload()}>
            Load the page again
          </Button>
        </div>
      ) : (
        <Skeleton lines={3} label="Loading files" />
      )}
    </Section>
  );
}
