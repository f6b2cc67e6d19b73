import { buildSession, buildTube, signSession } from '#db/factories/receiving-bench.ts';
import { discrepancy } from '#db/specimens/discrepancy.ts';
import { RESOLUTIONS_FOR } from '#db/specimens/resolve-discrepancy.ts';
import { type Args, each, type Generator, type View } from './view.ts';

type Tube = Parameters<typeof buildTube>[0];

/** Build a signed session of this user with these tubes of the expected package. */
async function session(view: View, tubes: Tube[], missing: string[]): Promise<Args> {
  const numbered = tubes.map((tube, index) =>
    buildTube({
      ...{ julianId: `W26325-${view.letter}00${index + 1}`, sampleId: view.mint(`received-${index}`) },
      ...{
        sampleBarcodeId: view.mint(`label-${index}`),
        sampleBarcode: `W26325-${view.letter}00${index + 1}-01`,
      },
      ...{ occurredAt: '2026-11-21T10:30:00.000Z', ...tube },
    }),
  );
  return {
    ...(await signSession(
      buildSession({
        ...{ accessionGroupId: view.mint('group'), groupNumber: `AG-W26325-1${view.side}` },
        ...{ orderIds: ['order-r'], trackingNumber: '1ZPAIRS', packageCount: 1, tubes: numbered },
        missingSpecimenIds: missing,
        signature: {
          ...{ contentHash: 'a'.repeat(64), proof: 'proof', meaning: 'Received by' },
          printedName: view.actor.name,
        },
      }),
    )),
  };
}

const tube = (n: number, more: Tube = {}): Tube => ({
  specimenId: `expected-${n}`,
  scannedCode: `TUBE-R-${n}`,
  ...more,
});

const HOLDS = ['RECEIVED_QUARANTINED', 'RECEIVED_ON_HOLD', 'ACTION_REQUIRED'];

/** The operations on specimens, from their receipt on. */
export const RECEIVING_ARGS: Record<string, Generator> = {
  'accession-shipment': async (view) => [
    await session(view, [tube(1)], []),
    await session(view, [tube(1, { condition: 'LEAKING' }), tube(2)], []),
    await session(view, [tube(2)], ['expected-1']),
    await session(view, [tube(1, { containerId: 'box-2', position: 'A2' })], []),
    await session(view, [tube(3, { scannedCode: `OTHER-${view.letter}` })], []),
    await session(view, [{ specimenId: null, scannedCode: `UNKNOWN-${view.letter}` }], []),
  ],
  'hold-specimen': ({ actor }) =>
    each(['of-queue-1', 'of-tube-1', 'of-plan-1', 'expected-4', 'expected-5', 'of-run-1'], HOLDS).map(
      ([specimenId, status]) => ({ specimenId, status, reason: `Asked by ${actor.name}` }),
    ),
  'release-specimen': () =>
    ['expected-4', 'expected-5', 'of-queue-1'].map((specimenId) => ({ specimenId, note: 'Agreed' })),
  'link-unexpected-sample': () =>
    [1, 2].map((n) => ({
      sampleId: 'sample-W26325-0902',
      specimenId: `expected-${n}`,
      note: 'By its handwriting',
    })),
  'resolve-discrepancy': ({ world }) =>
    world
      .all(discrepancy)
      .filter((one) => one.resolution === 'OPEN')
      .flatMap(({ id, type, specimenId }) =>
        RESOLUTIONS_FOR[type].map((resolution) => ({
          ...{ discrepancyId: id, resolution, note: 'Agreed with the customer', statementFileId: null },
          specimenId,
        })),
      ),
};
