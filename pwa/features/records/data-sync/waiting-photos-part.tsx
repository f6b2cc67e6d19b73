import { Download, RefreshCw, Trash2 } from 'lucide-react';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { merge } from 'rxjs';
import { accessionGroup } from '#db/specimens/accession/accession-group.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { formatFileSize } from '#pwa/format/numbers.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useRow } from '#pwa/replica/hooks/use-document.ts';
import { downloadPhoto, unsentPhotos } from '#pwa/replica/operations/export-unsent.ts';
import { liveValue } from '#pwa/replica/store/observe.ts';
import { photoCount, type TakenPhoto } from '#pwa/replica/store/photo-store.ts';
import { ToneBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { Section } from '#pwa/ui/page.tsx';

function PhotoLine({ photo, onForget }: { photo: TakenPhoto; onForget(): void }) {
  const replica = useReplica();
  const group = useRow(accessionGroup, photo.groupId);
  const resend = async (): Promise<void> => {
    await replica.photos.update([photo.id], { problem: null });
    replica.loop.wake();
  };
  return (
    <li className="flex flex-col gap-2 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">{`Photo for ${group?.groupNumber ?? 'a receipt'}`}</span>
        <ToneBadge
          tone={photo.problem === null ? 'info' : 'danger'}
          label={photo.problem === null ? 'Waiting' : 'Refused'}
        />
        <span className="text-ink-soft text-sm">
          {`${formatDate(photo.takenAt, 'shortAtTime')} · ${formatFileSize(photo.size)}`}
        </span>
      </div>
      {photo.problem !== null && (
        <>
          <p>{photo.problem}</p>
          <div className="flex flex-wrap gap-2">
            <Button icon={RefreshCw} onClick={() => void resend()}>
              Send it again
            </Button>
            <Button icon={Download} onClick={() => void downloadPhoto(replica, photo.id)}>
              Save the photo
            </Button>
            <Button icon={Trash2} onClick={onForget}>
              Delete it
            </Button>
          </div>
        </>
      )}
    </li>
  );
}

/** Photos of signed receipts that exist only on this device. */
export function WaitingPhotos() {
  const replica = useReplica();
  const [leaving, setLeaving] = useState<string | null>(null);
  const live = useMemo(
    () => liveValue(() => unsentPhotos(replica), merge(replica.photos.changed, replica.outbox.changed)),
    [replica],
  );
  const photos = useSyncExternalStore(live.subscribe, live.current);
  if (photos.length === 0) return null;
  return (
    <Section title={`${photoCount(photos.length)} only on this device`}>
      <ul className="flex flex-col divide-y divide-line">
        {photos.map((photo) => (
          <PhotoLine key={photo.id} photo={photo} onForget={() => setLeaving(photo.id)} />
        ))}
      </ul>
      <ConfirmDialog
        open={leaving !== null}
        danger
        title="Delete this photo?"
        confirmLabel="Delete photo"
        onClose={() => setLeaving(null)}
        onConfirm={() => {
          if (leaving !== null) void replica.photos.remove([leaving]);
          setLeaving(null);
        }}
      >
        <p>This is the only copy. Save the photo first if it is still needed.</p>
      </ConfirmDialog>
    </Section>
  );
}
