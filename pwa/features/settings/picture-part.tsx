import { Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { MESSAGES } from '#db/errors/messages.ts';
import type { OwnAccount } from '#db/identity/own-account.ts';
import { portraitOf } from '#pwa/api/portrait.ts';
import { Avatar } from '#pwa/ui/avatar.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { ChoosePicture } from '#pwa/ui/choose-picture.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { toast } from '#pwa/ui/toast.tsx';
import { CropDialog } from './crop-dialog.tsx';
import { removePicture } from './send-picture.ts';

/** The profile image: select, crop, upload, remove. */
export function PicturePart({ account, onChanged }: { account: OwnAccount; onChanged(): void }) {
  const [url, setUrl] = useState('');
  const [selectedPicture, setSelectedPicture] = useState<ImageBitmap | null>(null);
  useEffect(() => {
    let isMounted = true;
    if (account.image) void portraitOf(account.id).then((portraitUrl) => isMounted && setUrl(portraitUrl));
    else setUrl('');
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
          imageUrl={url || null}
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
      <p className="mt-3 text-ink-soft text-sm">
        It is cut to a square before it leaves this device. Colleagues see it; without one they see a drawn
        pattern.
      </p>
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
