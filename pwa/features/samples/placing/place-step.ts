import { z } from 'zod';
import type { BenchCall } from '#db/bench-operations.ts';
import type { Sample } from '#db/samples/sample.ts';
import type { StorageManagement } from '#db/storage/storage-management.ts';
import type { ScanFeedback } from '#pwa/scanning/use-verdict.ts';

/** The tube in the person's hand, as the steps remember it. */
const HeldTube = z.object({
  id: z.string(),
  barcode: z.string(),
  homeId: z.string().nullable(),
  homePosition: z.string().nullable(),
  /** Recorded volume in µL. */
  volume: z.string().nullable().default(null),
  typed: z.boolean().default(false),
  /** Somebody has it by the record. */
  away: z.boolean().default(true),
});
export type HeldTube = z.infer<typeof HeldTube>;

const Tube = z.object({ id: z.string(), barcode: z.string() });

/** Where the sequence sample → place → next stands; kept on the device over a reload. */
export const PlaceStep = z.discriminatedUnion('step', [
  z.object({ step: z.literal('SAMPLE') }),
  z.object({ step: z.literal('PLACE'), tube: HeldTube }),
  z.object({ step: z.literal('POSITION'), tube: HeldTube, containerId: z.string() }),
  z.object({
    step: z.enum(['OCCUPIED', 'DISPLACE']),
    tube: HeldTube,
    containerId: z.string(),
    container: z.string(),
    position: z.string(),
    occupant: Tube,
  }),
]);
export type PlaceStep = z.infer<typeof PlaceStep>;
export type OccupiedStep = Extract<PlaceStep, { step: 'OCCUPIED' | 'DISPLACE' }>;

/** What was put away last on this page. */
export const LastPlacing = z.object({
  sampleId: z.string(),
  containerId: z.string(),
  position: z.string().nullable(),
});
export type LastPlacing = z.infer<typeof LastPlacing>;

/** How a position is found once the container is known: the next free one, or the person says which. */
export type PositionChoice = 'AUTO' | 'CHOOSE';

export type PlaceInput =
  | { kind: 'sample'; sample: Sample; placeText: string; typed?: boolean; repeat?: boolean }
  | {
      kind: 'container';
      container: StorageManagement;
      containerSamples: readonly Sample[];
      typed?: boolean;
      repeat?: boolean;
    }
  | { kind: 'position'; position: string; container: StorageManagement; containerSamples: readonly Sample[] }
  | { kind: 'wrong'; code: string; message: string };

/** What follows from it: the next step, what the person is told, and the act of the lab that is to be done. */
export interface PlaceMove {
  next: PlaceStep;
  feedback: ScanFeedback | null;
  operation: (BenchCall & { done: string }) | null;
  /** The box that takes the next tubes: named, or null when it takes no more; left out when it stays. */
  boxId?: string | null;
}

/** A box that was scanned before its tubes. */
export interface OpenBox {
  container: StorageManagement;
  containerSamples: readonly Sample[];
}

export interface PlaceRules {
  choice: PositionChoice;
  /** True for checked-out samples that come back. */
  returning: boolean;
  /** The same tube scanned to the same place once more right after it is no second placing. */
  last?: LastPlacing | null;
  /** The box into which every scanned tube goes. */
  box?: OpenBox | null;
}

/** A scan that moves nothing: the next step, and what the person is told. */
export const stay = (next: PlaceStep, feedback: ScanFeedback): PlaceMove => ({
  next,
  feedback,
  operation: null,
});
