import { createHash } from 'node:crypto';
import sharp from 'sharp';
import request from 'supertest';
import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDraftSection, buildDraftStep, buildSettings } from '#db/factories/build-procedure-drafts.ts';
import type { DraftSection } from '#db/protocols/procedures/procedure-content.ts';
import { procedureFileKey, StoredProcedureFile } from '#db/protocols/procedures/procedure-file.ts';
import { ShownProcedure } from '#db/protocols/procedures/shown-procedure.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';
import { fileStoreOf } from '#sync-server/services/records/files/file-store-of.ts';
import { readPdfText } from './pdf-text.ts';

const PIN = '246810';
const PATH = '/api/lab/procedures';
let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

const show = async (id: string): Promise<ShownProcedure> =>
  ShownProcedure.parse((await lab.call('LAB_MANAGER', 'get', `${PATH}/${id}/content`)).body);

const photo = (color: string): Promise<Buffer> =>
  sharp({ create: { width: 80, height: 60, channels: 3, background: color } })
    .jpeg()
    .toBuffer();

const upload = (caller: Caller, kind: 'PICTURE' | 'SOP', bytes: Buffer) =>
  request(lab.server)
    .put(`${PATH}/files?kind=${kind}&title=file`)
    .set(lab.headersOf(caller))
    .set('Content-Type', kind === 'SOP' ? 'application/pdf' : 'image/jpeg')
    .send(bytes);

const storeFile = async (kind: 'PICTURE' | 'SOP', bytes: Buffer): Promise<StoredProcedureFile> => {
  const answer = await upload('LAB_MANAGER', kind, bytes);
  expect([answer.status, answer.text]).toEqual([201, expect.anything()]);
  return StoredProcedureFile.parse(answer.body);
};

const readRecord = async (caller: Caller, path: string) => {
  const answer = await request(lab.server).get(path).set(lab.headersOf(caller)).responseType('blob');
  return {
    status: answer.status,
    text: answer.status === 200 ? readPdfText(answer.body) : String(answer.body),
  };
};

const change = (operation: string, args: object) =>
  lab.call('LAB_MANAGER', 'patch', PATH, { operation, args });

async function save(procedureId: string, sections: readonly DraftSection[], documentFileId: string | null) {
  const { draft } = await show(procedureId);
  const settings = buildSettings({ documentFileId });
  const args = { procedureId, seenVersion: draft?.version, settings, sections };
  expect((await change('save-procedure-draft', args)).body).toMatchObject({ outcome: 'APPLIED' });
}

async function approve(procedureId: string) {
  expect(
    (await change('submit-procedure', { procedureId, changeSummary: 'Shows how the rotor is balanced.' }))
      .body,
  ).toMatchObject({ outcome: 'APPLIED' });
  const { contentHash } = await show(procedureId);
  const decision = { procedureId, contentHash, effectiveFrom: null, updateFlowIds: [], pin: PIN };
  const answer = await lab.call('LAB_RESEARCH_DIRECTOR', 'patch', `${PATH}/sign-off`, decision);
  expect(answer.body).toMatchObject({ outcome: 'APPLIED' });
}

const pictureOf = (file: StoredProcedureFile, altText: string) => ({
  fileId: file.fileId,
  sha256: file.sha256,
  altText,
});

async function approvedWithPicture(code: string) {
  const procedureId = ulid();
  await lab.call('LAB_MANAGER', 'post', PATH, {
    procedureId,
    code,
    batchType: 'EXTRACTION',
    research: false,
    settings: buildSettings(),
  });
  const picture = await storeFile('PICTURE', await photo('red'));
  const sop = await storeFile('SOP', Buffer.from('%PDF-1.4 the SOP'));
  const step = buildDraftStep({
    title: 'Balance the rotor',
    caution: 'The lid is heavy.',
    pictures: [pictureOf(picture, 'Tubes opposite each other')],
  });
  const section = buildDraftSection({ name: 'Centrifugation', steps: [step] });
  await save(procedureId, [section], sop.fileId);
  await approve(procedureId);
  return { procedureId, picture, sop, section };
}

test('the record of a procedure has its content, the hashes of its files, its changes and its signature', async () => {
  const { procedureId, picture, sop, section } = await approvedWithPicture('SOP-RECORD-1');
  const first = await readRecord('LAB_TECH', `${PATH}/${procedureId}/record`);
  const { contentHash } = await show(procedureId);
  for (const text of [
    'Procedure SOP-RECORD-1, version 1',
    '1. Centrifugation',
    '1.1 Balance the rotor',
    'Caution: The lid is heavy.',
    'Tubes opposite each other',
    `SHA-256 ${picture.sha256}`,
    'file, stored as signed',
    `SHA-256 ${sop.sha256}`,
    'This is the first version.',
    'Role: Lab Research Director',
    `Signed content (SHA-256): ${contentHash}`,
    'Verified',
  ])
    expect(first.text).toContain(text);

  const nextId = ulid();
  await lab.call('LAB_MANAGER', 'post', `${PATH}/versions`, { procedureId: nextId, sourceId: procedureId });
  const other = await storeFile('PICTURE', await photo('blue'));
  const [step] = section.steps;
  if (!step) throw new Error('The section has no step.');
  const next = { ...section, steps: [{ ...step, pictures: [pictureOf(other, 'The closed lid')] }] };
  await save(nextId, [next], null);
  const second = await readRecord('LAB_TECH', `${PATH}/${nextId}/record`);
  for (const text of [
    'Draft',
    'Added: Centrifugation / Balance the rotor / Picture: The closed lid',
    'Removed: Centrifugation / Balance the rotor / Picture: Tubes opposite each other',
    'Nobody has signed this version.',
  ])
    expect(second.text).toContain(text);
});

test('the record names a picture whose stored bytes are not those that were signed', async () => {
  const { procedureId, picture } = await approvedWithPicture('SOP-RECORD-2');
  const store = fileStoreOf(lab.services.env);
  const key = procedureFileKey(picture.fileId);
  await store.remove(key);
  await store.write(key, await photo('green'));
  const { text } = await readRecord('LAB_TECH', `${PATH}/${procedureId}/record`);
  expect(text).toContain('Tubes opposite each other (the stored picture does not match)');
});

test('the signature covers the picture and its description', async () => {
  const { procedureId } = await approvedWithPicture('SOP-RECORD-3');
  const { owner } = lab.database;
  await owner.query('ALTER TABLE step DISABLE TRIGGER approved_stays');
  await owner.query(
    `UPDATE step SET pictures = jsonb_set(pictures, '{0,altText}', '"Another text"') WHERE procedure_id = $1`,
    [procedureId],
  );
  await owner.query('ALTER TABLE step ENABLE TRIGGER approved_stays');
  const { text } = await readRecord('LAB_TECH', `${PATH}/${procedureId}/record`);
  expect(text).toContain('Not valid: the content changed after it was signed');
});

test('flows and protocols have records; people without the page get none', async () => {
  for (const [table, kind] of [
    ['flow', 'Flow'],
    ['protocol', 'Protocol'],
  ] as const) {
    const [row] = await lab.rows<{ id: string; code: string; name: string }>(
      `SELECT id, code, name FROM ${table} WHERE entity = 'WBL' AND NOT deleted ORDER BY id LIMIT 1`,
    );
    const path = `/api/lab/${table}s/${row?.id}/record`;
    const record = await readRecord('LAB_TECH', path);
    expect(record.text).toContain(`${kind} ${row?.code}, version 1`);
    expect(record.text).toContain('Signatures');
    expect((await readRecord('COMPANY_MANAGER', path)).status).toBe(403);
  }
});

test('files of procedures are checked, served to the bench and not deleted as own uploads', async () => {
  const bytes = await photo('white');
  const picture = await storeFile('PICTURE', bytes);
  expect(picture.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  const served = await request(lab.server)
    .get(`${PATH}/files/${picture.fileId}`)
    .set(lab.headersOf('LAB_TECH'))
    .responseType('blob');
  expect([served.status, served.headers['cache-control']]).toEqual([200, 'no-store']);
  expect(bytes.equals(served.body)).toBe(true);
  expect((await upload('LAB_MANAGER', 'PICTURE', Buffer.from('no picture'))).status).toBe(422);
  expect((await upload('LAB_MANAGER', 'SOP', Buffer.from('no document'))).status).toBe(422);
  expect((await upload('LAB_TECH', 'PICTURE', bytes)).status).toBe(403);
  const removed = await lab.call('ADMIN', 'delete', '/api/s3/delete', {
    fileType: 'LAB_DOCUMENT',
    s3Keys: [procedureFileKey(picture.fileId)],
    reason: 'Not needed',
  });
  expect(removed.body.error).toContain('Replace it in the designer');
});
