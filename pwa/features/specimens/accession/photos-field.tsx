import { Camera, ImagePlus, Trash2 } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { MAX_PHOTOS } from '#db/specimens/accession-args.ts';
import { Button } from '#pwa/ui/button.tsx';
import { IconButton } from '#pwa/ui/icon-button.tsx';
import { useOwnPicture } from '../photos/use-photos.ts';
import { useSessionPhotos } from './use-session-photos.ts';

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
      <p>Remove this photo? It is on this device only.</p>
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
