import { afterAll, beforeAll, expect, test } from 'vitest';
import { signature } from '#db/protocols/signing/signature.ts';
import { signatureHash } from '#db/protocols/signing/write-signature.ts';
import { julianDay } from '#db/values/julian-date.ts';
import { type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';
import { rowOf, rowTypes } from '#sync-server/postgres/row-mapping.ts';
import { enrollForged, registerKey } from './forged-device.ts';
import { forgeReceipt } from './forged-receipt.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

/** The signature of a receipt as the server's own rules read it. */
async function readSignature(groupNumber: string) {
  const text = `SELECT s.* FROM signature s JOIN accession_group g ON g.signature_id = s.id WHERE g.group_number = $1`;
  const { rows } = await lab.database.pool.query({ text, values: [groupNumber], types: rowTypes });
  return rowOf(signature, rows[0]);
}

test(`forged signature words: a lab tech's receipt "approved for release" by a director names the lab tech`, async () => {
  const device = await enrollForged(lab, 'LAB_TECH');
  const lease = device.enrollment.leases.find(({ series }) => series === 'ACCESSION_GROUP');
  const groupNumber = `AG-W${julianDay(lease?.labDay ?? '')}-${String(lease?.from).padStart(2, '0')}`;
  const signatureText = { printedName: 'Dr. Dana Director, PhD, HCLD', meaning: 'Approved for release' };
  const receipt = await forgeReceipt(device, {
    groupNumber,
    signatureText,
    proves: await registerKey(device),
  });
  expect(await device.push('accession-shipment', receipt)).toMatchObject({ outcome: 'APPLIED' });
  const rows = await lab.rows(
    `SELECT s.*, u.name AS "signerName" FROM signature s JOIN "user" u ON u.id = s.user_id
     JOIN accession_group g ON g.signature_id = s.id WHERE g.group_number = $1`,
    [groupNumber],
  );
  expect(rows).toMatchObject([
    {
      printed_name: rows[0]?.['signerName'],
      role: 'LAB_TECH',
      meaning: 'Received by',
      type: 'SIGNED',
      verified: 'OK',
    },
  ]);
  const storedSignature = await readSignature(groupNumber);
  expect(storedSignature.signatureHash).toBe(await signatureHash(storedSignature));
  expect(await signatureHash({ ...storedSignature, printedName: signatureText.printedName })).not.toBe(
    storedSignature.signatureHash,
  );
});
