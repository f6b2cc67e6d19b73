import { z } from 'zod';
import type { Sample } from '#db/samples/sample.ts';
import type { StorageManagement } from '#db/storage/storage-management.ts';
import type { Identified } from '#pwa/replica/hooks/use-identify.ts';
import type { ScanFeedback } from '#pwa/scanning/use-verdict.ts';
import type { Tone } from '#pwa/ui/tone.ts';
import { LAY_ASIDE } from './left-lab-message.ts';

export const FINDINGS = ['HERE', 'ELSEWHERE', 'NO_PLACE', 'GONE', 'UNKNOWN'] as const;

const CountedItem = z.object({
  code: z.string(),
  sampleId: z.string().nullable(),
  finding: z.enum(FINDINGS),
  /** The recorded location as text. */
  recorded: z.string(),
  decision: z.enum(['HERE', 'ACCEPT_MOVE', 'LEAVE']),
  position: z.string().nullable(),
});
export type CountedItem = z.infer<typeof CountedItem>;

/** A stock-take as stored on this device. */
export const StockSession = z.object({ containerId: z.string().nullable(), counted: z.array(CountedItem) });
export type StockSession = z.infer<typeof StockSession>;
export const EMPTY_STOCK: StockSession = { containerId: null, counted: [] };

/** Wording of each finding; a tube in the wrong location has a color of its own. */
export const FINDING_DISPLAY: Record<CountedItem['finding'], { label: string; tone: Tone }> = {
  HERE: { label: 'Here', tone: 'success' },
  ELSEWHERE: { label: 'Elsewhere', tone: 'hold' },
  NO_PLACE: { label: 'No location', tone: 'warning' },
  GONE: { label: 'Left the lab', tone: 'danger' },
  UNKNOWN: { label: 'Unknown code', tone: 'danger' },
};

/**
 * Evaluate one scan of the count: here, recorded elsewhere, without a location, gone, unknown, or already
 * counted.
 */
export function countScan(
  session: StockSession,
  container: StorageManagement,
  code: string,
  scannedItem: Identified,
  placeOf: (sample: Sample) => string,
  getLeftLabMessage: (sample: Sample) => string | null = () => null,
): { session: StockSession; feedback: ScanFeedback } {
  const sample = scannedItem.kind === 'sample' ? scannedItem.sample : null;
  const name = sample?.barcode ?? code;
  const existingItem = session.counted.find((one) =>
    sample ? one.sampleId === sample.id : one.sampleId === null && one.code === code,
  );
  if (existingItem)
    return { session, feedback: { verdict: 'repeat', title: 'Already counted.', code: name } };
  const add = (
    one: Omit<CountedItem, 'code' | 'sampleId' | 'position'>,
    feedback: Omit<ScanFeedback, 'code'>,
  ) => ({
    session: {
      ...session,
      counted: [...session.counted, { code: name, sampleId: sample?.id ?? null, position: null, ...one }],
    },
    feedback: { ...feedback, code: name },
  });
  if (!sample)
    return add(
      { finding: 'UNKNOWN', recorded: '', decision: 'LEAVE' },
      { verdict: 'error', title: 'Unknown code', detail: 'It is kept in the list of this count.' },
    );
  const leftLabText = getLeftLabMessage(sample);
  if (leftLabText !== null)
    return add(
      { finding: 'GONE', recorded: placeOf(sample), decision: 'LEAVE' },
      { verdict: 'error', title: leftLabText, detail: LAY_ASIDE },
    );
  if (sample.storageLocationId === container.id) return add(buildHereItem(sample), buildHereFeedback(sample));
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

const buildHereItem = (sample: Sample) => ({
  finding: 'HERE' as const,
  recorded: [sample.storagePosition, isOut(sample) && 'comes back'].filter(Boolean).join(', '),
  decision: 'HERE' as const,
});

/** The recorded location; a tube that is checked out by record comes back with this count. */
const buildHereFeedback = (sample: Sample): Omit<ScanFeedback, 'code'> => ({
  verdict: 'ok',
  title: `Here${sample.storagePosition ? `, ${sample.storagePosition}` : ''}`,
  ...(isOut(sample) ? { detail: 'It was checked out. This count records that it is back.' } : {}),
});

/** List samples that are recorded here, not checked out, and not counted. */
export function findUncounted(session: StockSession, containerSamples: readonly Sample[]): Sample[] {
  const countedIds = new Set(session.counted.map((one) => one.sampleId));
  return containerSamples.filter((one) => one.custodianUserId === null && !countedIds.has(one.id));
}

/** Count the tubes that a location should hold; checked-out ones are not expected. */
export const expectedCount = (containerSamples: readonly Sample[]): number =>
  containerSamples.filter((one) => !isOut(one)).length;
