import { z } from 'zod';
import type { Sample } from '#db/samples/sample.ts';
import type { StorageManagement } from '#db/storage/storage-management.ts';
import type { Identified } from '#pwa/replica/hooks/use-identify.ts';
import type { Said } from '#pwa/scanning/use-verdict.ts';
import type { Tone } from '#pwa/ui/tone.ts';
import { LAY_ASIDE } from './gone.ts';

export const FINDINGS = ['HERE', 'ELSEWHERE', 'NO_PLACE', 'GONE', 'UNKNOWN'] as const;

const Counted = z.object({
  code: z.string(),
  sampleId: z.string().nullable(),
  finding: z.enum(FINDINGS),
  /** Where it is recorded, in words. */
  recorded: z.string(),
  decision: z.enum(['HERE', 'ACCEPT_MOVE', 'LEAVE']),
  position: z.string().nullable(),
});
export type Counted = z.infer<typeof Counted>;

/** A stock-take as it is kept on this device. */
export const StockSession = z.object({ containerId: z.string().nullable(), counted: z.array(Counted) });
export type StockSession = z.infer<typeof StockSession>;
export const EMPTY_STOCK: StockSession = { containerId: null, counted: [] };

/** How each finding is worded; a tube in the wrong place has a colour of its own. */
export const FINDING_LOOK: Record<Counted['finding'], { label: string; tone: Tone }> = {
  HERE: { label: 'Here', tone: 'success' },
  ELSEWHERE: { label: 'Elsewhere', tone: 'hold' },
  NO_PLACE: { label: 'No location', tone: 'warning' },
  GONE: { label: 'Left the lab', tone: 'danger' },
  UNKNOWN: { label: 'Unknown code', tone: 'danger' },
};

/** One scan of the count: here, recorded elsewhere, without a place, gone for good, unknown, or already counted. */
export function countScan(
  session: StockSession,
  container: StorageManagement,
  code: string,
  found: Identified,
  placeOf: (sample: Sample) => string,
  goneOf: (sample: Sample) => string | null = () => null,
): { session: StockSession; say: Said } {
  const sample = found.kind === 'sample' ? found.sample : null;
  const name = sample?.barcode ?? code;
  const again = session.counted.find((one) =>
    sample ? one.sampleId === sample.id : one.sampleId === null && one.code === code,
  );
  if (again) return { session, say: { verdict: 'repeat', title: 'Already counted.', code: name } };
  const add = (one: Omit<Counted, 'code' | 'sampleId' | 'position'>, say: Omit<Said, 'code'>) => ({
    session: {
      ...session,
      counted: [...session.counted, { code: name, sampleId: sample?.id ?? null, position: null, ...one }],
    },
    say: { ...say, code: name },
  });
  if (!sample)
    return add(
      { finding: 'UNKNOWN', recorded: '', decision: 'LEAVE' },
      { verdict: 'error', title: 'Unknown code', detail: 'It is kept in the list of this count.' },
    );
  const gone = goneOf(sample);
  if (gone !== null)
    return add(
      { finding: 'GONE', recorded: placeOf(sample), decision: 'LEAVE' },
      { verdict: 'error', title: gone, detail: LAY_ASIDE },
    );
  if (sample.storageLocationId === container.id) return add(here(sample), sayHere(sample));
  if (sample.storageLocationId === null)
    return add(
      { finding: 'NO_PLACE', recorded: 'no place', decision: 'ACCEPT_MOVE' },
      {
        verdict: 'warning',
        title: 'No location recorded',
        detail: `It will be recorded in ${container.name}.`,
      },
    );
  return add(
    { finding: 'ELSEWHERE', recorded: placeOf(sample), decision: 'LEAVE' },
    {
      verdict: 'warning',
      title: 'Recorded elsewhere',
      detail: `${placeOf(sample)}. Accept it in the list, or put it back there.`,
    },
  );
}

const isOut = ({ custodianUserId }: Sample): boolean => custodianUserId !== null;

const here = (sample: Sample) => ({
  finding: 'HERE' as const,
  recorded: [sample.storagePosition, isOut(sample) && 'comes back'].filter(Boolean).join(', '),
  decision: 'HERE' as const,
});

/** Where it is recorded; a tube that somebody has in hand by the record is back with this count. */
const sayHere = (sample: Sample): Omit<Said, 'code'> => ({
  verdict: 'ok',
  title: `Here${sample.storagePosition ? `, ${sample.storagePosition}` : ''}`,
  ...(isOut(sample) ? { detail: 'It was checked out. This count records that it is back.' } : {}),
});

/** What is recorded here, not checked out, and was not counted. */
export function notCounted(session: StockSession, stored: readonly Sample[]): Sample[] {
  const seen = new Set(session.counted.map((one) => one.sampleId));
  return stored.filter((one) => one.custodianUserId === null && !seen.has(one.id));
}

/** How many tubes a place should hold: what is checked out is not expected. */
export const expectedCount = (stored: readonly Sample[]): number =>
  stored.filter((one) => !isOut(one)).length;
