import type { FileStore } from './port.ts';
import { type SignedRequest, signRequest } from './signed-link.ts';

const PUT_MS = 5 * 60_000;
const GET_MS = 15 * 60_000;

/**
 * Signed file URLs of this server, used with every store, so that bytes are checked here before they are
 * stored.
 */
export function localAddresses(secret: string): Pick<FileStore, 'putUrl' | 'getUrl'> {
  const address = (signedRequest: SignedRequest): string => {
    const query = new URLSearchParams({
      expires: String(signedRequest.expires),
      signature: signRequest(secret, signedRequest),
    });
    return `/api/s3/files/${signedRequest.fileId}?${query}`;
  };
  return {
    putUrl: ({ id, userId }, now) =>
      address({ method: 'PUT', fileId: id, userId, expires: now.getTime() + PUT_MS }),
    getUrl: ({ id, userId }, now) =>
      address({ method: 'GET', fileId: id, userId, expires: now.getTime() + GET_MS }),
  };
}
