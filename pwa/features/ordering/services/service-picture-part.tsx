import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { may } from '#db/access/grants.ts';
import { removeServiceImage, saveServiceImage } from '#db/api/ordering/services.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { ShownService } from '#db/ordering/services/shown-service.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCallMutation } from '#pwa/api/use-call.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { ChoosePicture } from '#pwa/ui/files/choose-picture.tsx';
import { scaleJpeg } from '#pwa/ui/files/draw-jpeg.ts';
import { ServicePicture } from './service-picture.tsx';

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

/** The picture that customers see beside the service: select, change, remove. */
export function ServicePicturePart({ service }: { service: ShownService }) {
  const role = useSession().session?.user.role;
  const [removing, setRemoving] = useState(false);
  const params = { id: service.id };
  const message = MESSAGES.fileNotUploaded;
  const send = useCallMutation(saveServiceImage, {
    message,
    onSuccess: () => toast.success('The catalog shows the picture.'),
  });
  const remove = useCallMutation(removeServiceImage, {
    message,
    onSuccess: () => toast.success('The picture is removed.'),
  });
  const choose = async (file: File): Promise<void> => {
    try {
      await send.mutateAsync({ params, body: await scalePicture(file) });
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
          remove.mutate({ params }, { onError: (error) => toast.error(errorText(error)) });
        }}
      >
        The catalog shows an icon instead.
      </ConfirmDialog>
    </div>
  );
}
