import { Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { MESSAGES } from '#db/errors/messages.ts';
import type { OwnAccount } from '#db/identity/own-account.ts';
import { portraitOf } from '#pwa/api/portrait.ts';
import { Avatar } from '#pwa/ui/avatar.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { ChoosePicture } from '#pwa/ui/files/choose-picture.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { cutSquare, removePicture, sendPicture } from './profile-picture.ts';

interface CropDialogProps {
  picture: ImageBitmap;
  onClose(): void;
  onSaved(): void;
}

/** Previews the square profile image, lets the user move it along the longer side, and uploads it. */
function CropDialog({ picture, onClose, onSaved }: CropDialogProps) {
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
          <Button onClick={onClose}>Cancel</Button>
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

/** The profile image: select, crop, upload, remove. */
export function PicturePart({ account, onChanged }: { account: OwnAccount; onChanged(): void }) {
  const [url, setUrl] = useState('');
  const [selectedPicture, setSelectedPicture] = useState<ImageBitmap | null>(null);
  useEffect(() => {
    if (!account.image) return;
    let isMounted = true;
    void portraitOf(account.id).then((portraitUrl) => isMounted && setUrl(portraitUrl));
    return () => {
      isMounted = false;
    };
  }, [account]);
  const open = async (file: File): Promise<void> => {
    try {
      setSelectedPicture(await createImageBitmap(file));
    } catch {
      toast.error('This file is not a picture that can be shown. Choose a PNG, JPEG or GIF file.');
    }
  };
  const remove = async (): Promise<void> => {
    try {
      await removePicture(account.id);
      toast.success(MESSAGES.profileImageRemoved);
      onChanged();
    } catch {
      toast.error(MESSAGES.profileImageNotRemoved);
    }
  };
  return (
    <Section title="Profile image">
      <div className="flex flex-wrap items-center gap-4">
        <Avatar
          name={`${account.firstName} ${account.lastName}`}
          email={account.email}
          imageUrl={(account.image && url) || null}
          size={72}
        />
        <div className="flex flex-wrap gap-2">
          <ChoosePicture
            types="image/png,image/jpeg,image/gif"
            another={Boolean(account.image)}
            onChosen={(file) => void open(file)}
          />
          {account.image && (
            <Button icon={Trash2} onClick={() => void remove()}>
              Remove
            </Button>
          )}
        </div>
      </div>
      <p className="mt-3 text-ink-soft text-sm">Square image, up to 5 MB.</p>
      {selectedPicture && (
        <CropDialog
          picture={selectedPicture}
          onClose={() => setSelectedPicture(null)}
          onSaved={() => {
            setSelectedPicture(null);
            toast.success('Your profile image is saved.');
            onChanged();
          }}
        />
      )}
    </Section>
  );
}
