import { z } from 'zod';
import { callApi } from './client.ts';

const Address = z.object({ url: z.string() });

/**
 * Load the URL of a user's picture, valid for some minutes; empty when there is none or the request fails.
 */
export const portraitOf = (userId: string): Promise<string> =>
  callApi({
    path: `/api/s3/presigned/${userId}`,
    method: 'POST',
    data: { fileType: 'IMAGE' },
    answer: Address,
  }).then(
    ({ url }) => url,
    () => '',
  );
