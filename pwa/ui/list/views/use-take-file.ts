import { useState } from 'react';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { takeFile } from '#pwa/api/save-file.ts';
import { toast } from '#pwa/ui/dialog/toast.tsx';

/** Download files from the server, one at a time; the top of the page shows a refusal. */
export function useTakeFile(): { taking: boolean; take(address: string): void } {
  const [taking, setTaking] = useState(false);
  const take = (address: string): void => {
    if (taking) return;
    setTaking(true);
    void takeFile(address)
      .catch((error: unknown) =>
        toast.error(error instanceof AppError ? error.message : MESSAGES.unknownError),
      )
      .finally(() => setTaking(false));
  };
  return { taking, take };
}
