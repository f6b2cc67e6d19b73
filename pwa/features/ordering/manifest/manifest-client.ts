import { saveManifestRows, uploadManifest } from '#db/api/ordering/manifest.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { ManifestAnswer, ManifestRefusal, MappingRequest } from '#db/ordering/manifest/manifest-answer.ts';
import type { ManifestRow } from '#db/ordering/manifest/manifest-row.ts';
import { callUrl } from '#pwa/api/call.ts';
import { failureOf, send } from '#pwa/api/client.ts';

/** Whether a list replaces the existing rows or is appended. */
export type ListMode = ManifestAnswer['mode'];

interface List {
  orderId: string;
  mode: ListMode;
  /** True for a dry run that changes nothing. */
  dryRun: boolean;
  /** Version of the existing rows as loaded here; other versions are not overwritten. */
  seen: string | null;
}

/** The server's response to a list: its faults, its changes, or a question about its columns and words. */
export type ListVerdict =
  | { faulty: ManifestRefusal }
  | { right: ManifestAnswer }
  | { confirm: MappingRequest['confirm'] };

/** Send a list. A refusal has the faults of its cells, which `call` would leave out of its error. */
async function sendList(
  definition: typeof uploadManifest | typeof saveManifestRows,
  { orderId, mode, dryRun, seen }: List,
  data: unknown,
): Promise<ListVerdict> {
  const query = { orderId, mode, dryRun: dryRun ? ('1' as const) : ('0' as const), seen };
  // The rows of the screen are saved as they are typed: those without errors.
  const path =
    definition === saveManifestRows
      ? callUrl(saveManifestRows, { query: { ...query, partial: '1' } })
      : callUrl(uploadManifest, { query });
  const response = await send({ path, method: 'POST', data });
  const answer: unknown = await response.json().catch(() => undefined);
  const request = response.ok ? MappingRequest.safeParse(answer).data : undefined;
  if (request) return { confirm: request.confirm };
  const right = response.ok ? ManifestAnswer.safeParse(answer).data : undefined;
  if (right) return { right };
  const faulty = ManifestRefusal.safeParse(answer).data;
  if (faulty) return { faulty };
  if (response.ok) throw new AppError('UNAVAILABLE', MESSAGES.unknownError);
  throw failureOf(response.status, answer);
}

/** Send the rows of the table on the screen. */
export const sendRows = (list: List, rows: readonly ManifestRow[]): Promise<ListVerdict> =>
  sendList(saveManifestRows, list, { rows });

/** Send a workbook or text file unchanged. */
export const sendFile = (list: List, file: File): Promise<ListVerdict> =>
  sendList(uploadManifest, list, file.slice(0, file.size, 'application/octet-stream'));
