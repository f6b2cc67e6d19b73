import { useState } from 'react';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { takeFile } from '#pwa/api/take-file.ts';
import { toast } from '../../toast.tsx';

/** Takes files out of the server, one at a time; why one is refused is told at the top of the page. */
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
