import { z } from 'zod';
import type { EmailKind } from '#db/records/email-kind.ts';
import { ShownEmail } from '#db/records/shown-email.ts';
import { callApi } from '#pwa/api/client.ts';

export const OUTBOX = '/api/emails';

/** Load one email with its content; the server masks the secrets of links. */
export const readEmail = (id: string, signal?: AbortSignal): Promise<ShownEmail> =>
  callApi({ path: `${OUTBOX}/${id}`, answer: ShownEmail, ...(signal ? { signal } : {}) });

/** Put a failed email back into the outbox. */
export const resendEmail = (id: string): Promise<ShownEmail> =>
  callApi({ path: `${OUTBOX}/${id}/retry`, method: 'POST', data: {}, answer: ShownEmail });

/** Send a sample email of a kind to the signed-in user. */
export const sendSample = (kind: EmailKind): Promise<{ id: string }> =>
  callApi({ path: `${OUTBOX}/test`, method: 'POST', data: { kind }, answer: z.object({ id: z.string() }) });
