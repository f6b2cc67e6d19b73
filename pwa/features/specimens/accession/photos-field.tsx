import { Camera, ImagePlus, Trash2 } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { ulid } from 'ulid';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { MAX_PHOTOS } from '#db/specimens/accession/accession-args.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import type { TakenPhoto } from '#pwa/replica/store/photo-store.ts';
import { Button } from '#pwa/ui/button.tsx';
import { scaleJpeg } from '#pwa/ui/files/draw-jpeg.ts';
import { IconButton } from '#pwa/ui/icon-button.tsx';
import { draftKey } from './session-draft.ts';
import { useOwnPicture, usePhotosOf } from './use-photos.ts';

/** Longest side in pixels: enough to show a crack in a cap, and small enough for a slow connection. */
const LONGEST_SIDE = 2_000;
const QUALITY = 0.85;

/**
 * Scale a picture to a JPEG of at most LONGEST_SIDE pixels. Redrawing drops metadata such as location and
 * device.
 * Throws a message for the user when the file is no picture.
 */
async function scalePhoto(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (!bitmap)
    throw new AppError(
      'VALIDATION',
      'This file is no picture that can be read here. Take a photo, or choose a JPEG.',
    );
  try {
    const blob = await scaleJpeg(bitmap, LONGEST_SIDE, QUALITY);
    if (!blob) throw new AppError('UNAVAILABLE', 'The photo could not be made smaller. Take it again.');
    return new Uint8Array(await blob.arrayBuffer());
  } finally {
    bitmap.close();
  }
}

/** Adds and removes photos of one subject in an unsigned session. */
interface SessionPhotos {
  photos: readonly TakenPhoto[];
  busy: boolean;
  /** Why the last photo was not stored. */
  problem: string | null;
  take(files: readonly File[]): Promise<void>;
  remove(id: string): Promise<void>;
}

/**
 * Photos stay on this device until the receipt is signed and they are uploaded, also when the device is
 * online.
 */
function useSessionPhotos(sessionId: string, about: string): SessionPhotos {
  const replica = useReplica();
  const photos = usePhotosOf(sessionId).filter((photo) => photo.about === about);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      setProblem(error instanceof AppError ? error.message : MESSAGES.unknownError);
    } finally {
      setBusy(false);
    }
  };
  const keep = async (file: File): Promise<void> => {
    const bytes = await scalePhoto(file);
    const takenAt = new Date().toISOString();
    const photo = { id: ulid(), groupId: sessionId, about, draftKey: draftKey(sessionId), takenAt };
    await replica.photos.add(photo, bytes);
  };
  return {
    photos,
    busy,
    problem,
    take: (files) =>
      attempt(async () => {
        const room = MAX_PHOTOS - photos.length;
        for (const file of files.slice(0, room)) await keep(file);
        if (files.length > room)
          throw new AppError(
            'VALIDATION',
            `${MAX_PHOTOS} photos are the most here. Remove one to add another.`,
          );
      }),
    remove: (id) => attempt(() => replica.photos.remove([id])),
  };
}

interface PhotosFieldProps {
  sessionId: string;
  /** The subject of the photos, as stored. */
  about: string;
  /** The subject as text, such as "the package". */
  of: string;
}

function Preview({ id, name, onRemove }: { id: string; name: string; onRemove(): void }) {
  const url = useOwnPicture(id);
  return (
    <li className="flex flex-col gap-1">
      {url ? (
        <img src={url} alt={name} className="size-28 rounded-md border border-line object-cover" />
      ) : (
        <div className="size-28 rounded-md bg-hover" />
      )}
      <IconButton icon={Trash2} label={`Remove ${name.toLowerCase()}`} onClick={onRemove} />
    </li>
  );
}

/** A removed photo can only be taken again, so removal asks first. */
function RemoveQuestion({ onRemove, onKeep }: { onRemove(): void; onKeep(): void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-2">
      <p>Remove this photo? This is the only copy.</p>
      <Button variant="danger" onClick={onRemove}>
        Remove photo
      </Button>
      <Button onClick={onKeep}>Keep it</Button>
    </div>
  );
}

/** Photos of a problem: take or select several, remove each. Works offline. */
export function PhotosField({ sessionId, about, of }: PhotosFieldProps) {
  const { photos, busy, problem, take, remove } = useSessionPhotos(sessionId, about);
  const [leaving, setLeaving] = useState<string | null>(null);
  const camera = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const full = photos.length >= MAX_PHOTOS;
  const input = {
    type: 'file',
    accept: 'image/*',
    className: 'sr-only',
    tabIndex: -1,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const files = [...(event.target.files ?? [])];
      event.target.value = '';
      void take(files);
    },
  } as const;
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 font-medium text-sm">{`Photos of ${of}`}</legend>
      <input {...input} ref={camera} capture="environment" aria-label={`Take a photo of ${of}`} />
      <input {...input} ref={chooser} multiple aria-label={`Choose pictures of ${of}`} />
      <div className="flex flex-wrap gap-2">
        <Button
          icon={Camera}
          size="large"
          busy={busy}
          disabled={full}
          onClick={() => camera.current?.click()}
        >
          Take a photo
        </Button>
        <Button
          icon={ImagePlus}
          size="large"
          disabled={busy || full}
          onClick={() => chooser.current?.click()}
        >
          Choose pictures
        </Button>
      </div>
      {problem && (
        <p role="alert" data-tone="danger" className="text-sm text-tone-ink">
          {problem}
        </p>
      )}
      {photos.length > 0 && (
        <ul aria-label={`Photos of ${of}`} className="flex flex-wrap gap-2">
          {photos.map(({ id }, index) => (
            <Preview key={id} id={id} name={`Photo ${index + 1} of ${of}`} onRemove={() => setLeaving(id)} />
          ))}
        </ul>
      )}
      {leaving !== null && (
        <RemoveQuestion
          onKeep={() => setLeaving(null)}
          onRemove={() => {
            setLeaving(null);
            void remove(leaving);
          }}
        />
      )}
    </fieldset>
  );
}
