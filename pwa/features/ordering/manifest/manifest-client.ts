import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { ManifestAnswer, ManifestRefusal } from '#db/ordering/manifest/manifest-answer.ts';
import type { ManifestRow } from '#db/ordering/manifest/manifest-row.ts';

/** Whether a list replaces the existing rows or is appended. */
export type ListMode = ManifestAnswer['mode'];

const Failure = z.object({ error: z.string(), code: z.string().optional() });

interface List {
  orderId: string;
  mode: ListMode;
  /** True for a dry run that changes nothing. */
  dryRun: boolean;
  /** Version of the existing rows as loaded here; other versions are not overwritten. */
  seen: string | null;
}

/** The server's response to a list: its faults or its changes. */
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

/** Send the rows of the table on the screen. */
export const sendRows = (list: List, rows: readonly ManifestRow[]): Promise<ListVerdict> =>
  sendList('/api/create-order/manifest/rows', list, 'application/json', JSON.stringify({ rows }));

/** Send a workbook or text file unchanged. */
export const sendFile = (list: List, file: File): Promise<ListVerdict> =>
  sendList('/api/create-order/manifest', list, 'application/octet-stream', file);
