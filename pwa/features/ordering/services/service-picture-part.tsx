import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { may } from '#db/access/grants.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { ShownService } from '#db/ordering/services/shown-service.ts';
import { requireOwnSession } from '#pwa/api/session-gate.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { ChoosePicture } from '#pwa/ui/files/choose-picture.tsx';
import { scaleJpeg } from '#pwa/ui/files/draw-jpeg.ts';
import { ServicePicture } from './service-picture.tsx';
import { errorText } from './use-managed-service.ts';

/** In pixels; larger than any use in the catalog. */
const WIDEST = 1_280;

const unreadable = () =>
  new AppError(
    'VALIDATION',
    'This file is not a picture that can be shown. Choose a PNG, JPEG, GIF or WebP file.',
  );

/** Redraw a picture as a JPEG of at most 1,280 pixels, which drops metadata such as location and camera. */
async function scalePicture(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => {
    throw unreadable();
  });
  const jpeg = await scaleJpeg(picture, WIDEST, 0.85);
  if (!jpeg) throw unreadable();
  return jpeg;
}

const Failure = z.object({ error: z.string(), code: z.string() });

async function call(path: string, init: RequestInit): Promise<void> {
  await requireOwnSession(path);
  const answer = await fetch(path, { ...init, credentials: 'same-origin' }).catch(() => {
    throw new AppError('UNAVAILABLE', MESSAGES.fileNotUploaded);
  });
  if (answer.ok) return;
  const failure = Failure.safeParse(await answer.json().catch(() => undefined));
  throw new AppError(failure.data?.code ?? 'UNAVAILABLE', failure.data?.error ?? MESSAGES.fileNotUploaded);
}

/** Uploads or removes the picture of a service; reloads lists and pages of services. */
function useServicePicture(id: string) {
  const queries = useQueryClient();
  const path = `/api/lab/services/${id}/image`;
  const done = (message: string) => async () => {
    toast.success(message);
    await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === '/api/lab/services' });
  };
  const send = useMutation({
    networkMode: 'always',
    mutationFn: (body: Blob) =>
      call(path, { method: 'PUT', body, headers: { 'content-type': 'image/jpeg' } }),
    onSuccess: done('The picture is in the catalogue.'),
  });
  const remove = useMutation({
    networkMode: 'always',
    mutationFn: () => call(path, { method: 'DELETE' }),
    onSuccess: done('The picture is removed.'),
  });
  return { send, remove };
}

/** The picture that customers see beside the service: select, change, remove. */
export function ServicePicturePart({ service }: { service: ShownService }) {
  const role = useSession().session?.user.role;
  const [removing, setRemoving] = useState(false);
  const { send, remove } = useServicePicture(service.id);
  const choose = async (file: File): Promise<void> => {
    try {
      await send.mutateAsync(await scalePicture(file));
    } catch (error) {
      toast.error(errorText(error));
    }
  };
  return (
    <div className="mb-4 flex flex-wrap items-center gap-4">
      <ServicePicture service={service} className="aspect-video w-48" />
      {role !== undefined && may(role, 'lab/services:update') && (
        <div className="flex flex-wrap gap-2">
          <ChoosePicture
            types="image/png,image/jpeg,image/gif,image/webp"
            another={service.imageFileId !== null}
            busy={send.isPending}
            onChosen={(file) => void choose(file)}
          />
          {service.imageFileId !== null && (
            <Button icon={Trash2} onClick={() => setRemoving(true)}>
              Remove picture
            </Button>
          )}
        </div>
      )}
      <ConfirmDialog
        open={removing}
        title="Remove the picture?"
        confirmLabel="Remove picture"
        danger
        onClose={() => setRemoving(false)}
        onConfirm={() => {
          setRemoving(false);
          remove.mutate(undefined, { onError: (error) => toast.error(errorText(error)) });
        }}
      >
        The catalogue shows a drawn sign instead.
      </ConfirmDialog>
    </div>
  );
}
