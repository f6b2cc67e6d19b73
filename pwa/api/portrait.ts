import { z } from 'zod';
import { callApi } from './client.ts';

const Address = z.object({ url: z.string() });

/** The address of a person's picture, for some minutes; empty when there is none or it cannot be asked for. */
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
