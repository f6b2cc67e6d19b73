import { describe, expect, test } from 'vitest';
import { ANN, BOB, buildBatchWorld, LEA } from '#db/factories/benches/build-batch-world.ts';
import { at, by } from '#db/factories/benches/section-operations.ts';
import { buildPerson } from '#db/factories/build-identity.ts';
import { buildS3File } from '#db/factories/build-records.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { person } from '#db/identity/person.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import type { OperationContext } from '#db/operation.ts';
import { type Procedure, procedure } from '#db/protocols/procedure.ts';
import { readSectionRows } from '#db/protocols/procedures/procedure-content.ts';
import { step } from '#db/protocols/section.ts';
import { signature } from '#db/protocols/signing/signature.ts';
import { event } from '#db/records/events/event.ts';
import { deleteFiles } from '#db/records/files/delete-files.ts';
import { s3File } from '#db/records/files/s3-file.ts';
import { competence } from './competence.ts';
import { confirmReading, readingHash } from './confirm-reading.ts';
import { grantCompetence, revokeCompetence } from './grant-competence.ts';

const METHOD = 'procedure-extraction';
const online = (actor = LEA, more: Partial<OperationContext> = {}) =>
  by(actor, 0, { deviceId: null, ...more });

async function hashOfMethod(world: MemoryWorld): Promise<string> {
  const row = world.one(procedure, METHOD);
  if (!row) throw new Error('The world has no method.');
  const stamp = { at: at(0), userId: null, entity: 'WBL' as const };
  return world.transaction(stamp, async (tx) => readingHash(row, await readSectionRows(tx, METHOD)));
}

const read = async (world: MemoryWorld, context = by(ANN), contentHash?: string) =>
  runRule(
    world,
    confirmReading,
    { procedureId: METHOD, contentHash: contentHash ?? (await hashOfMethod(world)), proof: 'proof' },
    context,
  );
const grant = (world: MemoryWorld, userCompanyId: string, context = online()) =>
  runRule(
    world,
    grantCompetence,
    { userCompanyId, procedureId: METHOD, kind: 'TRAINED', notes: null },
    context,
  );
const worldWith = (method: Partial<Procedure> = {}) => buildBatchWorld({ procedure: method });

describe('confirming that a version was read', () => {
  test('writes the record and the signature of its content', async () => {
    const world = worldWith({ procedureVersion: 3 });
    expect(await read(world)).toMatchObject({ outcome: 'APPLIED' });
    expect(world.all(competence)).toMatchObject([
      { userId: 'ann', procedureCode: 'SOP-EXT-01', procedureVersion: 3, kind: 'READ', at: at(0) },
    ]);
    expect(world.all(signature)).toMatchObject([
      {
        meaning: 'Read by',
        printedName: 'Ann',
        targetType: 'Competence',
        contentHash: await hashOfMethod(world),
      },
    ]);
    expect(world.all(event).map(({ type }) => type)).toEqual(['PROCEDURE_READ']);
  });

  test('is one record when the person confirms on two devices', async () => {
    const world = worldWith();
    await read(world);
    expect(await read(world, by(ANN, 5))).toMatchObject({ outcome: 'MERGED', code: 'READ_BEFORE' });
    await read(world, by(BOB, 5));
    expect(
      world
        .all(competence)
        .map(({ userId }) => userId)
        .sort(),
    ).toEqual(['ann', 'bob']);
  });

  test('covers every step: a version that reads otherwise is refused', async () => {
    const world = worldWith();
    const contentHash = await hashOfMethod(world);
    const [first] = world.all(step);
    if (first) world.putRow(step, { ...first, instructions: 'Warm it first' });
    await expect(read(world, by(ANN), contentHash)).rejects.toThrow('changed after you read it');
  });

  test('refuses a version in preparation and a wrong PIN', async () => {
    await expect(read(worldWith({ status: 'PENDING_APPROVAL' }))).rejects.toThrow('is not approved yet');
    const wrong = by(ANN, 0, { verifyProof: async () => 'FAILED' });
    await expect(read(worldWith(), wrong)).rejects.toThrow('could not be verified');
  });
});

describe('confirming a training', () => {
  test('ends after the months of the procedure', async () => {
    const world = worldWith({ competenceMonths: 12 });
    await grant(world, 'm-ann');
    expect(world.all(competence)).toMatchObject([
      { userId: 'ann', userCompanyId: 'm-ann', kind: 'TRAINED', grantedById: 'lea', expiresOn: '2027-11-21' },
    ]);
    expect(world.all(event)).toMatchObject([{ type: 'COMPETENCE_GRANTED', targetId: 'ann' }]);
  });

  test('is refused for oneself, by a tech, from an outbox, and for who does not work at the bench', async () => {
    const world = worldWith();
    await expect(grant(world, 'm-lea')).rejects.toThrow(
      'Another manager or director confirms your training.',
    );
    const techs = { ...BOB, role: 'RESEARCH_ASSISTANT' as const };
    await expect(grant(world, 'm-ann', online(techs))).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(grant(world, 'm-ann', by(LEA))).rejects.toMatchObject({ code: 'ONLINE_ONLY' });
    world.putRow(person, buildPerson({ id: 'm-cs', userId: 'cs', role: 'CS_REP' }));
    world.putRow(person, buildPerson({ id: 'm-gone', userId: 'gone', deactivated: true }));
    await expect(grant(world, 'm-cs')).rejects.toThrow('Choose somebody who works at the bench.');
    await expect(grant(world, 'm-gone')).rejects.toThrow('Choose somebody who works at the bench.');
    await expect(grant(world, 'm-nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(grant(worldWith({ status: 'ARCHIVED' }), 'm-ann')).rejects.toThrow('is not in use');
    expect(world.all(competence)).toEqual([]);
  });

  test('is revoked once, with the reason', async () => {
    const world = worldWith();
    await grant(world, 'm-ann');
    const [row] = world.all(competence);
    const args = { competenceId: row?.id ?? '', reason: 'Mixed up two plates' };
    expect(await runRule(world, revokeCompetence, args, online())).toMatchObject({ outcome: 'APPLIED' });
    const later = online(LEA, { occurredAt: at(9) });
    expect(await runRule(world, revokeCompetence, args, later)).toMatchObject({ outcome: 'MERGED' });
    expect(world.all(competence)).toMatchObject([
      { revokedAt: at(0), revokedById: 'lea', revocationReason: 'Mixed up two plates' },
    ]);
    const other = { ...args, competenceId: 'nothing' };
    await expect(runRule(world, revokeCompetence, other, online())).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(runRule(world, revokeCompetence, args, online(ANN))).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });
});

describe('the evidence of a training', () => {
  const evidence = (more: Parameters<typeof buildS3File>[0] = {}) =>
    buildS3File({
      id: 'file-1',
      fileType: 'LAB_DOCUMENT',
      status: 'STORED',
      uploadedById: LEA.userId,
      ...more,
    });
  const grantWith = (world: MemoryWorld) =>
    runRule(
      world,
      grantCompetence,
      { userCompanyId: 'person-ann', procedureId: METHOD, kind: 'TRAINED', notes: null, fileId: 'file-1' },
      online(),
    );
  const people = (world: MemoryWorld) =>
    world.putRow(person, buildPerson({ id: 'person-ann', userId: 'ann', role: 'LAB_TECH' }));

  test('is a stored document of the person who confirms', async () => {
    for (const more of [
      { uploadedById: 'bob' },
      { status: 'PENDING' },
      { fileType: 'ORDER_DOCUMENT' },
    ] as const) {
      const world = worldWith();
      people(world);
      world.putRow(s3File, evidence(more));
      await expect(grantWith(world)).rejects.toThrow('The evidence is not stored. Upload it again.');
    }
    const world = worldWith();
    people(world);
    world.putRow(s3File, evidence());
    await grantWith(world);
    expect(world.all(competence)).toMatchObject([{ kind: 'TRAINED', fileId: 'file-1' }]);
  });

  test('is not deleted, because signatures rely on it', async () => {
    const world = worldWith();
    people(world);
    const file = evidence({ key: 'lab-documents/file-1' });
    world.putRow(s3File, file);
    await grantWith(world);
    const args = { fileType: 'LAB_DOCUMENT' as const, keys: [file.key], reason: null };
    await expect(runRule(world, deleteFiles, args, online())).rejects.toThrow(
      'is the evidence of a training',
    );
  });
});
