import { Dexie } from 'dexie';
import { Download, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { AppError } from '#db/errors/app-error.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useSyncStatus } from '#pwa/replica/hooks/use-sync-status.ts';
import { downloadUnsent, unsentPhotos, unsentWork } from '#pwa/replica/operations/export-unsent.ts';
import type { Enrollment } from '#pwa/replica/session/enrollment.ts';
import { closeReplica } from '#pwa/replica/session/membership-replica.ts';
import { waitingText } from '#pwa/replica/store/photo-store.ts';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Time } from '#pwa/ui/time.tsx';
import { FeedbackPart } from './feedback-part.tsx';
import { StoragePart } from './storage-part.tsx';

/** Remove this user's lab data from this browser; refuses while undelivered work exists. */
async function wipeDevice(replica: Replica): Promise<void> {
  const [operationCount, photoCount] = [
    unsentWork(replica.outbox.all()).length,
    unsentPhotos(replica).length,
  ];
  if (operationCount + photoCount > 0)
    throw new AppError(
      'CONFLICT',
      `${waitingText(operationCount, photoCount)} have not reached the server. Send or export them first.`,
    );
  const { name } = replica.store;
  const known = await Dexie.getDatabaseNames();
  const own = known.filter((candidate) => candidate.includes(name));
  closeReplica();
  for (const database of own) await Dexie.delete(database);
}

function useEnrollment(): Enrollment | null {
  const replica = useReplica();
  const [enrollment, setEnrollment] = useState<Enrollment | null>(null);
  useEffect(() => {
    let isMounted = true;
    replica
      .enrollment()
      .then((loaded) => isMounted && setEnrollment(loaded ?? null))
      .catch(() => undefined);
    return () => {
      isMounted = false;
    };
  }, [replica]);
  return enrollment;
}

/** Registration and stored data of this device, and how to remove them. */
export function DevicePart({ deviceName, version }: { deviceName: string; version: string }) {
  const replica = useReplica();
  const status = useSyncStatus();
  const enrollment = useEnrollment();
  const [wiping, setWiping] = useState(false);
  const contact = status.lastContactAt ? new Date(status.lastContactAt).toISOString() : null;
  const wipe = async (): Promise<void> => {
    setWiping(false);
    try {
      await wipeDevice(replica);
      // The open state belongs to the removed data; a reload asks the server again.
      location.replace('/');
    } catch (error) {
      toast.error(error instanceof Error ? error.message : 'The data was not removed. Try again.');
    }
  };
  return (
    <div className="flex flex-col gap-4">
      <Section title="This device">
        <KeyValues
          items={[
            { name: 'Name', value: deviceName },
            { name: 'Offline letter', value: enrollment?.offlineLetter ?? null },
            { name: 'Last synced', value: <Time value={contact} /> },
            {
              name: 'Works offline until',
              value: formatDate(enrollment?.offlineUntil ?? null, 'monthDayAtTime'),
            },
            { name: 'Waiting to be sent', value: waitingText(status.waiting, status.photos) },
            { name: 'App version', value: version },
          ]}
        />
      </Section>
      <FeedbackPart />
      <StoragePart />
      <Section title="Work on this device">
        <div className="flex flex-wrap gap-2">
          <Button icon={Download} onClick={() => void downloadUnsent(replica)}>
            Export unsent work
          </Button>
          <Button icon={Trash2} disabled={status.waiting + status.photos > 0} onClick={() => setWiping(true)}>
            Remove lab data from this device
          </Button>
        </div>
        {status.waiting + status.photos > 0 && (
          <p className="mt-2 text-ink-soft">
            {`${waitingText(status.waiting, status.photos)} must reach the server first.`}
          </p>
        )}
      </Section>
      <ConfirmDialog
        open={wiping}
        danger
        title="Remove lab data from this device?"
        confirmLabel="Remove lab data"
        onClose={() => setWiping(false)}
        onConfirm={() => void wipe()}
      >
        <p>
          Unfinished receiving sessions and other drafts on it are lost. Everything that reached the server
          comes back when you open the bench again.
        </p>
      </ConfirmDialog>
    </div>
  );
}
