import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { may } from '#db/access/grants.ts';
import type { ShownService } from '#db/ordering/shown-service.ts';
import { useSession } from '#pwa/replica/session.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ChoosePicture } from '#pwa/ui/choose-picture.tsx';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';
import { toast } from '#pwa/ui/toast.tsx';
import { scalePicture } from './scale-picture.ts';
import { ServicePicture } from './service-picture.tsx';
import { errorText } from './use-managed-service.ts';
import { useServicePicture } from './use-service-picture.ts';

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
