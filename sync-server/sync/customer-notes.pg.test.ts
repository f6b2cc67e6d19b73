import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Role } from '#db/access/roles.ts';
import { batch } from '#db/batches/batch.ts';
import { buildBatch } from '#db/factories/build-batches.ts';
import { buildUser, buildUserCompany } from '#db/factories/build-identity.ts';
import { buildCompany } from '#db/factories/build-organizations.ts';
import { buildProcedure } from '#db/factories/build-protocols.ts';
import { buildNote } from '#db/factories/build-records.ts';
import { user } from '#db/identity/user.ts';
import { userCompany } from '#db/identity/user-company.ts';
import { company } from '#db/organizations/company.ts';
import { procedure } from '#db/protocols/procedure.ts';
import { note } from '#db/records/notes/note.ts';
import { FeedPage, SnapshotPage } from '#db/sync/wire.ts';
import { readFeed } from './feed.ts';
import { readFirstLoad } from './snapshot.ts';
import { openTestLab, type TestLab } from './test-lab.ts';

let lab: TestLab;

async function person(id: string, role: Role): Promise<void> {
  await lab.insert(user, buildUser({ id, name: id }));
  await lab.insert(
    userCompany,
    buildUserCompany({ id: `membership-${id}`, userId: id, companyId: 'customer', role, deactivated: false }),
  );
}
const write = (authorId: string, id: string) =>
  lab.insert(
    note,
    buildNote({ id, targetType: 'Batch', targetId: 'plate', authorId, visibility: 'CUSTOMER', bodyText: id }),
  );

beforeAll(async () => {
  lab = await openTestLab();
  await lab.insert(company, buildCompany({ id: 'customer' }));
  await person('customer', 'COMPANY_USER');
  await person('clinician', 'CLINICIAN');
  await person('manager', 'LAB_MANAGER');
  await lab.insert(procedure, buildProcedure({ id: 'method' }));
  await lab.insert(batch, buildBatch({ id: 'plate', procedureId: 'method', status: 'NOT_STARTED' }));
});
afterAll(() => lab.database.drop());

const notesIn = (documents: FeedPage['documents']): unknown[] =>
  documents.filter(({ id }) => id === 'plate').flatMap(({ body }) => body['notes'] ?? []);
const textsIn = (documents: FeedPage['documents']): unknown[] =>
  notesIn(documents).map((row) => note.schema.parse(row).bodyText);

test('a note of a customer never reaches a device, neither by snapshot nor by feed', async () => {
  await write('manager', 'of-the-manager');
  await write('customer', 'of-a-customer');
  const { pool } = lab.database;
  const first = SnapshotPage.parse(await readFirstLoad(pool, lab.tess, { after: undefined, limit: 1_000 }));
  expect(textsIn(first.documents)).toEqual(['of-the-manager']);
  expect(JSON.stringify(first)).not.toContain('of-a-customer');
  await write('clinician', 'of-a-clinician');
  await write('user-mara', 'of-Mara');
  const page = FeedPage.parse(
    await readFeed(pool, lab.tess, { generation: first.generation, cursor: first.head, limit: 1_000 }),
  );
  expect(textsIn(page.documents).sort()).toEqual(['of-Mara', 'of-the-manager']);
  expect(JSON.stringify(page)).not.toContain('clinician');
});
