import { z } from 'zod';
import type { EmailKind } from '#db/records/email-kind.ts';
import { ShownEmail } from '#db/records/shown-email.ts';
import { callApi } from '#pwa/api/client.ts';

export const OUTBOX = '/api/emails';

/** One e-mail with what it says; secrets of links are masked by the server. */
export const readEmail = (id: string, signal?: AbortSignal): Promise<ShownEmail> =>
  callApi({ path: `${OUTBOX}/${id}`, answer: ShownEmail, ...(signal ? { signal } : {}) });

/** Puts an e-mail that was given up back into the outbox. */
export const resendEmail = (id: string): Promise<ShownEmail> =>
  callApi({ path: `${OUTBOX}/${id}/retry`, method: 'POST', data: {}, answer: ShownEmail });

/** Sends the signed-in person what an e-mail of a kind looks like. */
export const sendSample = (kind: EmailKind): Promise<{ id: string }> =>
  callApi({ path: `${OUTBOX}/test`, method: 'POST', data: { kind }, answer: z.object({ id: z.string() }) });
