import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import type { StepPicture } from '#db/protocols/section.ts';
import { useProcedureFile } from '#pwa/app/procedure-files.ts';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';

/** One picture; without its bytes what it shows, and how to get it. */
function Picture({ picture, className }: { picture: StepPicture; className: string }) {
  const { url, problem } = useProcedureFile(picture.fileId);
  if (url !== null) return <img src={url} alt={picture.altText} className={className} />;
  return (
    <span className="flex min-h-24 w-44 flex-col items-center justify-center gap-1 p-2 text-center text-ink-soft text-sm">
      <ImageOff aria-hidden size={20} />
      <span>{picture.altText}</span>
      {problem !== null && <span>{problem}</span>}
    </span>
  );
}

/** The pictures of a step; a press enlarges one. */
export function StepPictures({ pictures }: { pictures: readonly StepPicture[] }) {
  const [enlarged, setEnlarged] = useState<StepPicture | null>(null);
  if (pictures.length === 0) return null;
  return (
    <>
      <ul aria-label="Pictures" className="flex flex-wrap gap-3">
        {pictures.map((picture) => (
          <li key={picture.fileId}>
            <button
              type="button"
              aria-haspopup="dialog"
              aria-label={`Enlarge picture: ${picture.altText}`}
              className="block min-h-11 min-w-11 overflow-hidden rounded-lg border border-line bg-canvas hover:border-accent"
              onClick={() => setEnlarged(picture)}
            >
              <Picture picture={picture} className="max-h-44 max-w-full object-contain" />
            </button>
          </li>
        ))}
      </ul>
      <Dialog
        open={enlarged !== null}
        title={enlarged?.altText ?? 'Picture'}
        size="wide"
        onClose={() => setEnlarged(null)}
      >
        {enlarged && (
          <Picture picture={enlarged} className="mx-auto max-h-[75vh] max-w-full object-contain" />
        )}
      </Dialog>
    </>
  );
}
