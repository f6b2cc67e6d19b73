import type { FileStore } from './port.ts';
import { type SignedAct, signAct } from './signed-link.ts';

const PUT_MS = 5 * 60_000;
const GET_MS = 15 * 60_000;

/** Addresses of this server for files, signed: whatever the store, bytes are checked here before they are kept. */
export function ownAddresses(secret: string): Pick<FileStore, 'putUrl' | 'getUrl'> {
  const address = (act: SignedAct): string => {
    const query = new URLSearchParams({ expires: String(act.expires), signature: signAct(secret, act) });
    return `/api/s3/files/${act.fileId}?${query}`;
  };
  return {
    putUrl: ({ id, userId }, now) =>
      address({ act: 'PUT', fileId: id, userId, expires: now.getTime() + PUT_MS }),
    getUrl: ({ id, userId }, now) =>
      address({ act: 'GET', fileId: id, userId, expires: now.getTime() + GET_MS }),
  };
}
