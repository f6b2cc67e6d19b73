import { useEffect, useState } from 'react';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { receiptPhoto } from '#pwa/api/receipt-photo.ts';
import { useSyncStatus } from '#pwa/replica/hooks/use-sync-status.ts';
import { ToneBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { useOwnPicture, usePhotosOf } from './use-photos.ts';

interface ReceiptPhotosProps {
  groupId: string;
  ids: readonly string[];
  /** The subject, such as "the package". */
  of: string;
}

type PictureState = { url: string } | { text: string } | null;

function useSentPicture(groupId: string, id: string): PictureState {
  const [pictureState, setPictureState] = useState<PictureState>(null);
  useEffect(() => {
    const stopped = new AbortController();
    let objectUrl: string | null = null;
    receiptPhoto({ id, groupId }, stopped.signal)
      .then((blob) => {
        if (stopped.signal.aborted) return;
        objectUrl = URL.createObjectURL(blob);
        setPictureState({ url: objectUrl });
      })
      .catch((error: unknown) => {
        if (!stopped.signal.aborted)
          setPictureState({ text: error instanceof AppError ? error.message : MESSAGES.unknownError });
      });
    return () => {
      stopped.abort();
      if (objectUrl !== null) URL.revokeObjectURL(objectUrl);
    };
  }, [id, groupId]);
  return pictureState;
}

function Picture({ url, name }: { url: string; name: string }) {
  const [large, setLarge] = useState(false);
  return (
    <>
      <button type="button" aria-label={`Enlarge ${name.toLowerCase()}`} onClick={() => setLarge(true)}>
        <img src={url} alt={name} className="size-28 rounded-md border border-line object-cover" />
      </button>
      <Dialog
        open={large}
        title={name}
        onClose={() => setLarge(false)}
        actions={
          <Button variant="primary" onClick={() => setLarge(false)}>
            Close
          </Button>
        }
      >
        <img src={url} alt={name} className="max-h-[70vh] max-w-full object-contain" />
      </Dialog>
    </>
  );
}

const Empty = ({ text }: { text: string }) => (
  <p className="grid size-28 place-items-center rounded-md border border-line border-dashed p-1 text-center text-ink-soft text-xs">
    {text}
  </p>
);

function OwnPhoto({ id, name }: { id: string; name: string }) {
  const url = useOwnPicture(id);
  return (
    <div className="flex flex-col items-start gap-1">
      {url ? <Picture url={url} name={name} /> : <Empty text="Loading the photo" />}
      <ToneBadge tone="info" label="Waiting" />
    </div>
  );
}

function SentPhoto({ groupId, id, name }: { groupId: string; id: string; name: string }) {
  const pictureState = useSentPicture(groupId, id);
  if (pictureState === null) return <Empty text="Loading the photo" />;
  return 'url' in pictureState ? (
    <Picture url={pictureState.url} name={name} />
  ) : (
    <Empty text={pictureState.text} />
  );
}

/**
 * Photos of a receipt: from this device while they wait for upload, else from the server; otherwise names
 * where they are.
 */
export function ReceiptPhotos({ groupId, ids, of }: ReceiptPhotosProps) {
  const own = usePhotosOf(groupId);
  const { reachable } = useSyncStatus();
  if (ids.length === 0) return null;
  return (
    <ul aria-label={`Photos of ${of}`} className="flex flex-wrap gap-2">
      {ids.map((id, index) => {
        const name = `Photo ${index + 1} of ${of}`;
        return (
          <li key={id}>
            {own.some((photo) => photo.id === id) ? (
              <OwnPhoto id={id} name={name} />
            ) : !reachable ? (
              <Empty text="Photos are shown when this device is online." />
            ) : (
              <SentPhoto groupId={groupId} id={id} name={name} />
            )}
          </li>
        );
      })}
    </ul>
  );
}
