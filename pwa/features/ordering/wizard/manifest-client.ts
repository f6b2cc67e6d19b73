import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { ManifestAnswer, ManifestRefusal } from '#db/ordering/manifest/manifest-answer.ts';
import type { ManifestRow } from '#db/ordering/manifest/manifest-row.ts';

/** Whether a list takes the place of the rows that stand, or comes below them. */
export type ListMode = ManifestAnswer['mode'];

const Failure = z.object({ error: z.string(), code: z.string().optional() });

interface List {
  orderId: string;
  mode: ListMode;
  /** Says what would change, and changes nothing. */
  dryRun: boolean;
  /** The mark of the rows that are there, as they were seen here; others are not written over. */
  seen: string | null;
}

/** What the server says to a list: its faults, or what it changes. */
export type ListVerdict = { faulty: ManifestRefusal } | { right: ManifestAnswer };

async function sendList(path: string, list: List, type: string, body: BodyInit): Promise<ListVerdict> {
  const query = new URLSearchParams({
    orderId: list.orderId,
    mode: list.mode,
    dryRun: list.dryRun ? '1' : '0',
    ...(list.seen === null ? {} : { seen: list.seen }),
  });
  const response = await fetch(`${path}?${query}`, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { accept: 'application/json', 'content-type': type },
    body,
  }).catch(() => {
    throw new AppError('UNAVAILABLE', 'The server cannot be reached. Try again when you are online.');
  });
  const answer: unknown = await response.json().catch(() => undefined);
  const right = response.ok ? ManifestAnswer.safeParse(answer).data : undefined;
  if (right) return { right };
  const faulty = ManifestRefusal.safeParse(answer).data;
  if (faulty) return { faulty };
  const failure = Failure.safeParse(answer).data;
  throw new AppError(failure?.code ?? 'UNAVAILABLE', failure?.error ?? MESSAGES.unknownError);
}

/** Sends the rows of the table on the screen. */
export const sendRows = (list: List, rows: readonly ManifestRow[]): Promise<ListVerdict> =>
  sendList('/api/create-order/manifest/rows', list, 'application/json', JSON.stringify({ rows }));

/** Sends a workbook or text file as it is. */
export const sendFile = (list: List, file: File): Promise<ListVerdict> =>
  sendList('/api/create-order/manifest', list, 'application/octet-stream', file);
