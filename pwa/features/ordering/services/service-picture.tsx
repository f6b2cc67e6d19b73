import { Dna } from 'lucide-react';
import { useState } from 'react';
import { readServiceImage } from '#db/api/ordering/services.ts';
import type { ListedService } from '#db/ordering/services/shown-service.ts';
import { callUrl } from '#pwa/api/call.ts';
import { classNames } from '#pwa/ui/class-names.ts';

interface ServicePictureProps {
  service: Pick<ListedService, 'id' | 'imageFileId'>;
  /** Its size; the picture is cropped to it. */
  className: string;
}

/** The picture of a service; a drawn icon while it loads and where there is none. */
export function ServicePicture({ service: { id, imageFileId }, className }: ServicePictureProps) {
  const [lost, setLost] = useState<string | null>(null);
  return (
    <span
      aria-hidden
      className={classNames(
        'relative flex shrink-0 items-center justify-center overflow-hidden rounded-md border border-line bg-accent-soft text-accent-ink',
        className,
      )}
    >
      <Dna className="h-1/2 max-h-16 w-1/2" strokeWidth={1.5} />
      {imageFileId !== null && lost !== imageFileId && (
        <img
          src={callUrl(readServiceImage, { params: { id }, query: { file: imageFileId } })}
          alt=""
          loading="lazy"
          className="absolute inset-0 size-full object-cover"
          onError={() => setLost(imageFileId)}
        />
      )}
    </span>
  );
}
