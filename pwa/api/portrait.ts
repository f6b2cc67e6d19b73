import { readFileUrl } from '#db/api/records/files.ts';
import { call } from './call.ts';

/**
 * Load the URL of a user's picture, valid for some minutes; empty when there is none or the request fails.
 */
export const portraitOf = (userId: string): Promise<string> =>
  call(readFileUrl, { params: { id: userId }, body: { fileType: 'IMAGE' } }).then(
    ({ url }) => url,
    () => '',
  );
