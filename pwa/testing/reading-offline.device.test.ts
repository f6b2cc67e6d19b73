import { afterEach, expect, test } from 'vitest';
import { buildBatchWorld } from '#db/factories/benches/build-batch-world.ts';
import { buildCompetence } from '#db/factories/build-competences.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { type Competence, competence } from '#db/protocols/competences/competence.ts';
import { readingHash } from '#db/protocols/competences/confirm-reading.ts';
import { type Procedure, procedure } from '#db/protocols/procedure.ts';
import { readSectionRows } from '#db/protocols/procedures/procedure-content.ts';
import { childRows } from '#pwa/replica/store/document.ts';
import { insertRow } from '#sync-server/postgres/entity-store.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { runOnline, type TwoDevices } from './bench-world.ts';
import { LYSIS, openSectionBench, records, signing, signs } from './convergence-operations.ts';

// Domain-lab 13.3: reading is confirmed and sections are signed without a network, and judged by when that was.

const METHOD = 'procedure-extraction';
const CODE = 'SOP-EXT-01';
let lab: TwoDevices;
afterEach(() => lab.close());

/** Open a started section of a method with these rules, and these records of people. */
async function open(method: Partial<Procedure>, ...rows: Partial<Competence>[]): Promise<MemoryWorld> {
  const world = buildBatchWorld({ procedure: method });
  lab = await openSectionBench('started', world);
  await inTransaction(lab.lab.database.pool, async (client) => {
    for (const row of rows) {
      const person = { userId: 'user-ann', userCompanyId: 'membership-ann', grantedById: 'user-manager' };
      await insertRow(client, competence, buildCompetence({ ...person, ...row }));
    }
  });
  await lab.meet();
  await records(lab.ann, LYSIS, 'temperature', null, '56', 60);
  await lab.meet();
  return world;
}

const recordsOfAnn = async () =>
  childRows(competence, await lab.agreed('people', 'membership-ann'), 'competences');

test('a tech confirms the reading of a new version offline and signs; the server agrees', async () => {
  const read = { kind: 'READ' as const, procedureVersion: 1, grantedById: null };
  const world = await open({ requiresReading: true, procedureVersion: 2 }, read);
  const row = world.one(procedure, METHOD);
  if (!row) throw new Error('The world has no method.');
  const stamp = { at: row.createdAt, userId: null, entity: row.entity };
  const sections = await world.transaction(stamp, (tx) => readSectionRows(tx, METHOD));
  const contentHash = await readingHash(row, sections);
  const proof = lab.ann.proves(contentHash);
  const confirmed = await lab.ann.does('confirm-reading', { procedureId: METHOD, contentHash, proof }, 20);
  const signed = await signs(lab.ann, LYSIS, 10);
  await lab.meet();
  expect(lab.ann.verdict(confirmed)).toMatchObject({ outcome: 'APPLIED' });
  expect(lab.ann.verdict(signed)).toMatchObject({ outcome: 'APPLIED' });
  expect((await recordsOfAnn()).map((one) => `${one.kind} ${one.procedureVersion}`).sort()).toEqual([
    'READ 1',
    'READ 2',
  ]);
});

test('a signature made offline counts when the training was revoked after it, and not when before', async () => {
  await open({ requiresTraining: true }, { id: 'training' });
  const signatureId = await signs(lab.ann, LYSIS, 20);
  await runOnline(lab.lab, lab.mia.actor, 'revoke-competence', {
    competenceId: 'training',
    reason: 'Mixed up two plates',
  });
  await lab.meet();
  expect(lab.ann.verdict(signatureId)).toMatchObject({ outcome: 'APPLIED' });
  expect(await recordsOfAnn()).toMatchObject([{ revocationReason: 'Mixed up two plates' }]);
});

test('a tech who is not trained is told whom to ask, and signs with that colleague offline', async () => {
  await open({ requiresTraining: true }, {});
  await expect(signs(lab.bob, LYSIS, 30)).rejects.toThrow(
    'You are not trained on Magnetic bead extraction. Ask Ann Archer to sign with you.',
  );
  const record = await signing(lab.bob, LYSIS);
  const supervised = await lab.bob.does(
    'sign-section',
    { ...record, supervisorUserId: 'user-ann', supervisorProof: lab.ann.proves(record.contentHash) },
    10,
  );
  await lab.meet();
  expect(lab.bob.verdict(supervised)).toMatchObject({ outcome: 'APPLIED' });
  const section = await lab.agreed('assigned-sections', LYSIS);
  const signers = section['signatures'] as { printedName: string; meaning: string; verified: string }[];
  expect(signers.map((one) => `${one.meaning} ${one.printedName} ${one.verified}`).sort()).toEqual([
    'Performed by Bob Baker OK',
    'Reviewed by Ann Archer OK',
  ]);
});

test(`records of another code than ${CODE} count for nothing`, async () => {
  await open({ requiresTraining: true }, { procedureCode: 'SOP-OTHER' });
  await expect(signs(lab.ann, LYSIS, 10)).rejects.toThrow('and nobody else is');
});
