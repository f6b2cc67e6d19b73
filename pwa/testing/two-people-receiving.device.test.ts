import { afterEach, describe, expect, test } from 'vitest';
import {
  buildReceivingWorld,
  buildSession,
  buildTube,
  type Expected,
  signSession,
} from '#db/factories/benches/receiving-bench.ts';
import { buildProcedure } from '#db/factories/build-protocols.ts';
import { order } from '#db/ordering/orders/order.ts';
import { procedure } from '#db/protocols/procedure.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { changeOnline, openTwoDevices, type TwoDevices } from './bench-world.ts';
import type { PersonAtBench } from './person-at-bench.ts';

// Cases 8 to 11 of domain 5.11: two users receive one package.

let lab: TwoDevices;

afterEach(() => lab.close());

function expecting(expected: Expected = {}) {
  const world = buildReceivingWorld(expected);
  for (const stage of ['preparation', 'extraction', 'library', 'sequencing'])
    world.putRow(procedure, buildProcedure({ id: `procedure-${stage}`, code: stage }));
  return openTwoDevices(world);
}

type Tube = ReturnType<typeof buildTube>;

async function receives(
  person: PersonAtBench,
  tubes: Tube[],
  minutesAgo: number,
  more: Parameters<typeof buildSession>[0] = {},
): Promise<string> {
  const occurredAt = new Date(Date.now() - minutesAgo * 60_000).toISOString();
  const session = buildSession({
    tubes: tubes.map((tube) => ({ ...tube, occurredAt })),
    missingSpecimenIds: [],
    ...more,
  });
  const signed = await signSession({
    ...session,
    signature: { ...session.signature, printedName: person.actor.name },
  });
  const proof = person.proves(signed.signature.contentHash);
  return person.does(
    'accession-shipment',
    { ...signed, signature: { ...signed.signature, proof } },
    minutesAgo,
  );
}

const CLINICAL: Expected = {
  protocol: { clinical: true },
  specimens: [
    {
      id: 'specimen-a',
      patientMrn: 'MRN-1',
      physician: 'Dr. House',
      collectedAt: '2026-11-20T08:00:00.000Z',
    },
  ],
};

describe('when two people receive offline', () => {
  test('case 8: a tube received twice keeps its first id and the worse condition, and the second label is an alias', async () => {
    lab = await expecting();
    const [first, second] = [buildTube(), buildTube({ condition: 'LEAKING' })];
    await receives(lab.ann, [first], 20);
    const repeatId = await receives(lab.bob, [second], 10);
    await lab.meet();
    expect(lab.bob.verdict(repeatId)).toEqual({
      outcome: 'MERGED',
      message: `Already accessioned as ${first.julianId}; relabel or keep alias.`,
    });
    const received = await lab.agreed('specimens', 'specimen-a');
    expect(received).toMatchObject({ julianId: first.julianId, status: 'RECEIVED_QUARANTINED' });
    const tube = await lab.agreed('samples', first.sampleId);
    expect(tube['status']).toBe('RECEIVED_QUARANTINED');
    expect(tube['barcodes']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ value: first.sampleBarcode, aliasOfId: null }),
        expect.objectContaining({
          value: second.sampleBarcode,
          aliasOfId: first.sampleBarcodeId,
          active: true,
        }),
      ]),
    );
  });

  test("case 8: the second user's work with the second label applies to the one tube", async () => {
    lab = await expecting();
    const [first, second] = [buildTube(), buildTube()];
    await receives(lab.ann, [first], 20);
    await receives(lab.bob, [second], 10);
    const move = await lab.bob.does(
      'move-sample',
      { sampleId: second.sampleId, containerId: 'box', position: 'A1' },
      5,
    );
    await lab.meet();
    expect(lab.bob.verdict(move).outcome).toBe('APPLIED');
    expect(await lab.locate(first.sampleId)).toBe('box, A1');
  });

  test.each([
    ['KEEP_A', 'the first tube is the specimen'],
    ['KEEP_B', 'the second tube is the specimen'],
  ] as const)(
    'case 9: of two tubes with one requisition the second is unexpected; by %s %s',
    async (choice, _end) => {
      lab = await expecting();
      const [first, second] = [buildTube(), buildTube({ scannedCode: 'ANOTHER-TUBE' })];
      await receives(lab.ann, [first], 20);
      const other = await receives(lab.bob, [second], 10);
      await lab.meet();
      expect(lab.bob.verdict(other).outcome).toBe('CONFLICT');
      expect(lab.bob.verdict(other).message).toContain(`${second.sampleBarcode} is in quarantine.`);
      expect(await lab.agreed('samples', second.sampleId)).toMatchObject({
        specimenId: null,
        status: 'RECEIVED_QUARANTINED',
      });
      const conflict = await lab.conflictAbout('specimen-a');
      expect(conflict).toMatchObject({
        kind: 'duplicate-requisition',
        mine: { name: 'Bob Baker', value: { sampleId: second.sampleId } },
        theirs: { name: 'Ann Archer', value: { sampleId: first.sampleId } },
      });
      expect((await lab.decides(conflict, choice)).outcome).toBe('APPLIED');
      const [selectedTube, rejectedTube] = choice === 'KEEP_A' ? [first, second] : [second, first];
      expect(await lab.agreed('specimens', 'specimen-a')).toMatchObject({ julianId: selectedTube.julianId });
      expect(await lab.agreed('samples', selectedTube.sampleId)).toMatchObject({
        specimenId: 'specimen-a',
        status: 'IN_QUEUE',
      });
      expect(await lab.agreed('samples', rejectedTube.sampleId)).toMatchObject({
        specimenId: null,
        status: 'RECEIVED_QUARANTINED',
      });
    },
  );

  test('case 9: two tubes with one clinical requisition are both quarantined as duplicate labels', async () => {
    lab = await expecting(CLINICAL);
    const [first, second] = [buildTube(), buildTube({ scannedCode: 'ANOTHER-TUBE' })];
    await receives(lab.ann, [first], 20);
    const other = await receives(lab.bob, [second], 10);
    await lab.meet();
    expect(lab.bob.verdict(other).outcome).toBe('CONFLICT');
    for (const { sampleId } of [first, second])
      expect(await lab.agreed('samples', sampleId)).toMatchObject({ status: 'RECEIVED_QUARANTINED' });
    expect(await lab.agreed('specimens', 'specimen-a')).toMatchObject({ status: 'RECEIVED_QUARANTINED' });
    expect(await lab.conflictAbout('specimen-a')).toMatchObject({ theirs: { name: 'Ann Archer' } });
  });

  test.each([
    ['the plain receipt arrives first', false],
    ['the receipt with the duplicate label arrives first', true],
  ])(
    'case 9: of two tubes with one label both are quarantined and a person decides, when %s',
    async (_o, isReversed) => {
      lab = await expecting(CLINICAL);
      const [firstTube, duplicate] = [buildTube(), buildTube({ condition: 'DUPLICATE_LABEL' })];
      await receives(lab.ann, [firstTube], 20);
      await receives(lab.bob, [duplicate], 10);
      for (const person of isReversed ? [lab.bob, lab.ann] : [lab.ann, lab.bob]) await person.online();
      await lab.meet();
      const [first, second] = isReversed ? [duplicate, firstTube] : [firstTube, duplicate];
      expect(await lab.agreed('samples', first.sampleId)).toMatchObject({
        specimenId: 'specimen-a',
        status: 'RECEIVED_QUARANTINED',
      });
      expect(await lab.agreed('samples', second.sampleId)).toMatchObject({
        specimenId: null,
        status: 'RECEIVED_QUARANTINED',
      });
      const conflict = await lab.conflictAbout('specimen-a');
      expect((await lab.decides(conflict, isReversed ? 'KEEP_B' : 'KEEP_A')).outcome).toBe('APPLIED');
      expect(await lab.agreed('specimens', 'specimen-a')).toMatchObject({ julianId: firstTube.julianId });
      expect(await lab.agreed('samples', duplicate.sampleId)).toMatchObject({ specimenId: null });
    },
  );

  test.each(['the report', 'the receipt'])(
    'case 10: a receipt beats a report of missing when %s is first',
    async (first) => {
      lab = await expecting({ specimens: [{ id: 'specimen-a' }, { id: 'specimen-b' }] });
      const tube = buildTube({ specimenId: 'specimen-b', scannedCode: 'TUBE-B' });
      const report = await receives(lab.ann, [buildTube()], 20, { missingSpecimenIds: ['specimen-b'] });
      const receipt = await receives(lab.bob, [tube], 10);
      if (first === 'the receipt') await lab.bob.online();
      await lab.meet();
      const second = first === 'the report' ? lab.bob.verdict(receipt) : lab.ann.verdict(report);
      expect(second.outcome).toBe('MERGED');
      expect(second.message).toContain('was reported missing and has arrived.');
      const arrived = await lab.agreed('specimens', 'specimen-b');
      expect(arrived).toMatchObject({ status: 'RECEIVED', julianId: tube.julianId });
      expect(arrived['discrepancies']).toMatchObject([{ type: 'MISSING', resolution: 'LATE_ARRIVAL' }]);
    },
  );

  test('case 11: a tube of an order that was held online meanwhile is received on hold', async () => {
    lab = await expecting();
    const tube = buildTube();
    const receipt = await receives(lab.bob, [tube], 10);
    await changeOnline(lab.lab, order, 'order-1', { status: 'ON_HOLD', heldFromStatus: 'SHIPPED' });
    await lab.meet();
    const heldOrder = await lab.agreed('orders', 'order-1');
    expect(lab.bob.verdict(receipt)).toEqual({
      outcome: 'APPLIED_WITH_WARNING',
      message: `Order ${heldOrder['orderNumber']} is on hold.`,
    });
    expect(heldOrder['status']).toBe('ON_HOLD');
    expect(await lab.agreed('specimens', 'specimen-a')).toMatchObject({
      status: 'RECEIVED_ON_HOLD',
      julianId: tube.julianId,
    });
  });

  test('case 11: a tube of an order that was canceled online meanwhile is kept in quarantine', async () => {
    lab = await expecting();
    const tube = buildTube();
    const receipt = await receives(lab.bob, [tube], 10);
    await changeOnline(lab.lab, order, 'order-1', { status: 'CANCELED' });
    await changeOnline(lab.lab, specimen, 'specimen-a', { status: 'CANCELED' });
    await lab.meet();
    expect(lab.bob.verdict(receipt).outcome).toBe('APPLIED_WITH_WARNING');
    expect(lab.bob.verdict(receipt).message).toContain('canceled');
    const received = await lab.agreed('specimens', 'specimen-a');
    expect(received).toMatchObject({ status: 'CANCELED', julianId: tube.julianId });
    expect(received['receivedAt']).not.toBeNull();
    expect(await lab.agreed('samples', tube.sampleId)).toMatchObject({ status: 'RECEIVED_QUARANTINED' });
  });
});
