import { useEffect, useState } from 'react';
import { MESSAGES } from '#db/errors/messages.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { sendPicture } from './send-picture.ts';
import { cutSquare } from './square-picture.ts';

interface CropDialogProps {
  picture: ImageBitmap;
  onClose(): void;
  onSaved(): void;
}

/** Previews the square profile image, lets the user move it along the longer side, and uploads it. */
export function CropDialog({ picture, onClose, onSaved }: CropDialogProps) {
  const [place, setPlace] = useState(0.5);
  const [square, setSquare] = useState<{ blob: Blob; url: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let url: string | null = null;
    let isMounted = true;
    cutSquare(picture, place).then(
      (blob) => {
        if (!isMounted) return;
        url = URL.createObjectURL(blob);
        setSquare({ blob, url });
      },
      (error: unknown) => setProblem(error instanceof Error ? error.message : MESSAGES.unknownError),
    );
    return () => {
      isMounted = false;
      if (url) URL.revokeObjectURL(url);
    };
  }, [picture, place]);
  const save = async (): Promise<void> => {
    if (!square) return;
    setBusy(true);
    try {
      await sendPicture(square.blob);
      onSaved();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : MESSAGES.fileNotUploaded);
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      title="Profile image"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button variant="primary" busy={busy} disabled={!square} onClick={() => void save()}>
            Use this picture
          </Button>
        </>
      }
    >
      <div className="flex flex-col items-center gap-4">
        {square && (
          <img
            src={square.url}
            alt="As others will see you"
            className="size-48 rounded-full border border-line object-cover"
          />
        )}
        {picture.width !== picture.height && (
          <label className="flex w-full flex-col gap-1">
            <span className="font-medium text-sm">
              {picture.width > picture.height ? 'Move left or right' : 'Move up or down'}
            </span>
            <input
              type="range"
              min={0}
              max={1}
              step={0.02}
              value={place}
              onChange={(event) => setPlace(Number(event.target.value))}
              className="min-h-control w-full accent-accent"
            />
          </label>
        )}
        {problem && <Notice tone="danger" title={problem} />}
      </div>
    </Dialog>
  );
}
