import type { Request, Response } from 'express';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { ApiCall } from '#sync-server/http/api-route.ts';
import { streamEvents, watchOf } from './event-stream.ts';
import { collectionsOf } from './scope.ts';

/**
 * `GET /api/sync/stream`: reports each move of the head, and a heartbeat every 15 seconds; never carries
 * data.
 */
export async function streamPokes(call: ApiCall, request: Request, response: Response): Promise<void> {
  const { session } = call;
  if (!session || collectionsOf(session).length === 0) throw new AppError('FORBIDDEN', MESSAGES.forbidden);
  await streamEvents({ call, session, request, response }, (sendEvent) =>
    watchOf(call).subscribe(session.lab.id, (rev) => sendEvent('poke', { rev })),
  );
}
