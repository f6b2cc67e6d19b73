import { Dna } from 'lucide-react';
import { useState } from 'react';
import type { ListedService } from '#db/ordering/shown-service.ts';

interface ServicePictureProps {
  service: Pick<ListedService, 'id' | 'imageFileId'>;
  /** Its size; it is cut to that. */
  className: string;
}

/** The picture of a service, beside its name; a drawn sign where it has none or it cannot be fetched. */
export function ServicePicture({ service: { id, imageFileId }, className }: ServicePictureProps) {
  const [lost, setLost] = useState<string | null>(null);
  const frame = `${className} shrink-0 overflow-hidden rounded-md border border-line`;
  if (imageFileId === null || lost === imageFileId)
    return (
      <span
        aria-hidden
        className={`${frame} flex items-center justify-center bg-accent-soft text-accent-ink`}
      >
        <Dna className="h-1/2 max-h-16 w-1/2" strokeWidth={1.5} />
      </span>
    );
  return (
    <img
      src={`/api/lab/services/${id}/image?file=${imageFileId}`}
      alt=""
      loading="lazy"
      className={`${frame} object-cover`}
      onError={() => setLost(imageFileId)}
    />
  );
}
