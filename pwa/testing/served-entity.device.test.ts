import { afterEach, expect, test } from 'vitest';
import {
  buildReceivingWorld,
  buildSession,
  buildTube,
  signSession,
} from '#db/factories/benches/receiving-bench.ts';
import { buildProcedure } from '#db/factories/build-protocols.ts';
import { layoutLabel } from '#db/labels/label-layout.ts';
import { procedure } from '#db/protocols/procedure.ts';
import { MASKED } from '#db/records/patient-fields.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { knownRecordNumber } from '#db/specimens/specimen-record-number.ts';
import { takeLabel } from '#pwa/features/specimens/accession/take-numbers.ts';
import { rowOf } from '#pwa/replica/store/document.ts';
import { openTwoDevices, type TwoDevices } from './bench-world.ts';

// Domain-lab 10: the bench of WBL receives the packages of RESONANT.

let lab: TwoDevices;
afterEach(() => lab.close());

const THEIRS = { entity: 'RESONANT' } as const;

async function openWithTheirPackage(): Promise<void> {
  const world = buildReceivingWorld({
    company: THEIRS,
    protocol: { clinical: true },
    order: { ...THEIRS, orderNumber: 'R-000116' },
    specimens: [
      {
        id: 'specimen-a',
        ...THEIRS,
        status: 'SHIPPED',
        patientMrn: 'MRN-77',
        physician: 'Dr. Grey',
        collectedAt: '2026-11-20T08:00:00.000Z',
      },
    ],
  });
  for (const stage of ['preparation', 'extraction', 'library', 'sequencing'])
    world.putRow(procedure, buildProcedure({ id: `procedure-${stage}`, code: stage }));
  lab = await openTwoDevices(world);
}

test('a tech of the lab receives a package of a served entity offline, under its letter, and keeps no identifier', async () => {
  await openWithTheirPackage();
  const { ann, bob } = lab;
  // Both identifiers are on the device before the receipt: the requisition and the record number.
  const expected = rowOf(specimen, (await ann.shows('specimens', 'specimen-a')) ?? {});
  expect(expected.requisitionNumber).not.toBe('');
  expect(knownRecordNumber(expected)).toBe('MRN-77');
  expect(await ann.shows('orders', 'order-1')).toMatchObject({ orderNumber: 'R-000116', entity: 'RESONANT' });

  const label = await takeLabel(ann.replica, expected);
  expect(label.julianId).toMatch(/^R\d{5}-\d{4}$/);
  const content = { barcode: `${label.julianId}-01`, lines: ['Saliva 7', 'Nov 21, 2026', 'RESONANT'] };
  for (const dpi of [203, 300, 600] as const)
    expect(layoutLabel('TUBE', content, dpi).lines.map(({ text }) => text)).toEqual([
      content.barcode,
      ...content.lines,
    ]);

  const occurredAt = new Date(Date.now() - 10 * 60_000).toISOString();
  const tube = buildTube({
    ...label,
    sampleBarcode: content.barcode,
    occurredAt,
    secondIdentifierConfirmed: true,
  });
  const signed = await signSession(
    buildSession({
      tubes: [tube],
      signature: {
        contentHash: 'a'.repeat(64),
        proof: 'proof',
        meaning: 'Received by',
        printedName: ann.actor.name,
      },
    }),
  );
  const proof = ann.proves(signed.signature.contentHash);
  const operation = await ann.does(
    'accession-shipment',
    { ...signed, signature: { ...signed.signature, proof } },
    10,
  );
  // Still offline: the device shows the receipt.
  expect(await ann.shows('specimens', 'specimen-a')).toMatchObject({
    julianId: label.julianId,
    patientMrn: 'MRN-77',
  });

  await lab.meet();
  expect(ann.verdict(operation).outcome).toBe('APPLIED');
  expect(await lab.agreed('specimens', 'specimen-a')).toMatchObject({
    entity: 'RESONANT',
    status: 'RECEIVED',
    julianId: label.julianId,
    patientMrn: MASKED,
    physician: MASKED,
  });
  expect(await bob.showsSample(label.sampleId)).toMatchObject({ entity: 'RESONANT' });
});
