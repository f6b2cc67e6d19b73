import { useState } from 'react';
import { ulid } from 'ulid';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { MAX_PHOTOS } from '#db/specimens/accession-args.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import type { TakenPhoto } from '#pwa/replica/photo-store.ts';
import { usePhotosOf } from '../photos/use-photos.ts';
import { scalePhoto } from './scale-photo.ts';
import { draftKey } from './session-draft.ts';

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
export function useSessionPhotos(sessionId: string, about: string): SessionPhotos {
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
