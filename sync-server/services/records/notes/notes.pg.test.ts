import { afterAll, beforeAll, expect, test } from 'vitest';
import { noteBody } from '#db/records/notes/note-body.ts';
import type { ShownNote } from '#db/records/notes/shown-note.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

const MANAGER = 'COMPANY_MANAGER';
let lab: DemoServer;
let order = '';
let batch = '';
beforeAll(async () => {
  lab = await openDemoServer();
  const [row] = await lab.rows<{ id: string }>(
    `SELECT o.id FROM "order" o WHERE o.entity = 'WBL' AND NOT o.deleted AND o.company_id =
       (SELECT company_id FROM user_company WHERE role = $1 AND entity = 'WBL' ORDER BY id LIMIT 1) ORDER BY o.id LIMIT 1`,
    [MANAGER],
  );
  order = row?.id ?? '';
  batch = (await lab.rows<{ id: string }>(`SELECT id FROM batch WHERE entity = 'WBL' LIMIT 1`))[0]?.id ?? '';
});
afterAll(() => lab.close());

const write = (caller: Caller, text: string, more: object = {}) =>
  lab.call(caller, 'post', '/api/notes', {
    targetType: 'Order',
    targetId: order,
    body: noteBody(text),
    ...more,
  });
async function read(caller: Caller, targetType = 'Order', targetId = order): Promise<ShownNote[]> {
  const answer = await lab.call(caller, 'get', `/api/notes?targetType=${targetType}&targetId=${targetId}`);
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  return answer.body.rows;
}
const texts = async (caller: Caller) => (await read(caller)).map(({ text }) => text);
const noteOf = async (caller: Caller, text: string): Promise<ShownNote> => {
  const match = (await read(caller)).find((one) => one.text === text);
  if (!match) throw new Error(`There is no note "${text}".`);
  return match;
};
const edit = (caller: Caller, { id, version }: ShownNote, changes: object) =>
  lab.call(caller, 'patch', `/api/notes/${id}`, { seenVersion: version, ...changes });

test('notes of staff are internal by default; customers read and write only shared ones', async () => {
  expect((await write('LAB_TECH', 'Tube 4 is cracked')).status).toBe(201);
  expect((await write('CS_REP', 'A replacement is welcome', { visibility: 'CUSTOMER' })).status).toBe(201);
  expect((await write(MANAGER, 'We send one today')).status).toBe(201);
  expect(await texts(MANAGER)).toEqual(['We send one today', 'A replacement is welcome']);
  expect(await texts('LAB_MANAGER')).toEqual([
    'We send one today',
    'A replacement is welcome',
    'Tube 4 is cracked',
  ]);
  expect((await write(MANAGER, 'secret', { visibility: 'INTERNAL' })).status).toBe(403);
  const [, fromLab] = await read(MANAGER);
  expect([fromLab?.authorName, fromLab?.byStaff]).toEqual(['The lab', true]);
  const events = await lab.rows<{ visible: boolean }>(
    `SELECT customer_visible AS visible FROM event WHERE type = 'NOTE_ADDED' AND target_id = $1 ORDER BY id`,
    [order],
  );
  expect(events.map(({ visible }) => visible)).toEqual([false, true, true]);
});

test('the author of a note changes and removes it, nobody else except an administrator', async () => {
  await write('CS_REP', 'First words');
  const note = await noteOf('CS_REP', 'First words');
  const other = await noteOf('CS_MANAGER', 'First words');
  expect([note.editable, note.removable, other.editable, other.removable]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect((await edit('CS_MANAGER', note, { body: noteBody('Theirs') })).status).toBe(403);
  expect((await edit('CS_REP', note, { body: noteBody('Second words'), seenVersion: 99 })).status).toBe(409);
  expect((await edit('CS_REP', note, { body: noteBody('Second words') })).status).toBe(200);
  const edited = await noteOf('CS_REP', 'Second words');
  expect(edited.editedAt).not.toBeNull();
  expect((await edit('CS_REP', edited, { pinned: true })).status).toBe(200);
  expect((await read('LAB_TECH'))[0]?.text).toBe('Second words');
  expect((await lab.call('CS_MANAGER', 'delete', `/api/notes/${note.id}`)).status).toBe(403);
  expect((await lab.call('CS_REP', 'delete', `/api/notes/${note.id}`)).status).toBe(204);
  expect(await texts('CS_REP')).not.toContain('Second words');
  await write('COMPANY_USER', 'Mine');
  const ownNote = await noteOf('COMPANY_USER', 'Mine');
  expect([ownNote.editable, ownNote.removable]).toEqual([true, false]);
  expect((await lab.call('COMPANY_USER', 'delete', `/api/notes/${ownNote.id}`)).status).toBe(403);
  expect((await lab.call('ADMIN', 'delete', `/api/notes/${ownNote.id}`)).status).toBe(204);
});

test('a note read by a customer cannot become internal; an internal one can be shared', async () => {
  await write('CS_REP', 'Shown', { visibility: 'CUSTOMER' });
  const visibleNote = await noteOf('CS_REP', 'Shown');
  expect((await edit('CS_REP', visibleNote, { visibility: 'INTERNAL' })).status).toBe(422);
  await write('CS_REP', 'Hidden');
  expect((await edit('CS_REP', await noteOf('CS_REP', 'Hidden'), { visibility: 'CUSTOMER' })).status).toBe(
    200,
  );
  expect(await texts(MANAGER)).toContain('Hidden');
});

test('an internal note is not found by customers, nor by its id', async () => {
  await write('LAB_TECH', 'Only us');
  const { id, version } = await noteOf('LAB_TECH', 'Only us');
  const tried = await lab.call(MANAGER, 'patch', `/api/notes/${id}`, {
    body: noteBody('x'),
    seenVersion: version,
  });
  expect([tried.status, (await lab.call(MANAGER, 'delete', `/api/notes/${id}`)).status]).toEqual([404, 404]);
});

test('nobody reads or writes notes on records of others; batches are the lab’s own', async () => {
  for (const outside of ['INSTITUTION_MANAGER', 'RESONANT:ADMIN'] as const) {
    expect((await write(outside, 'x')).status).toBe(404);
    const answer = await lab.call(outside, 'get', `/api/notes?targetType=Order&targetId=${order}`);
    expect(answer.status).toBe(404);
  }
  expect((await write('LAB_TECH', 'Gel looked odd', { targetType: 'Batch', targetId: batch })).status).toBe(
    201,
  );
  expect((await read('LAB_TECH', 'Batch', batch)).map(({ text }) => text)).toEqual(['Gel looked odd']);
  expect((await write(MANAGER, 'x', { targetType: 'Batch', targetId: batch })).status).toBe(404);
  expect((await write('LAB_TECH', 'x', { targetType: 'User' })).status).toBe(422);
});

test('staff mentioned in a note get one email, which does not contain its text', async () => {
  const { people } = (await lab.call('LAB_TECH', 'get', '/api/notes/people')).body;
  expect((await lab.call(MANAGER, 'get', '/api/notes/people')).body).toEqual({ people: [] });
  const [mentionedUser] = await lab.rows<{ id: string; name: string; email: string }>(
    `SELECT u.id, u.name, u.email FROM user_company uc JOIN "user" u ON u.id = uc.user_id
      WHERE uc.role = 'LAB_MANAGER' AND uc.entity = 'WBL' ORDER BY uc.id LIMIT 1`,
  );
  if (!mentionedUser) throw new Error('There is no lab manager.');
  expect(people).toContainEqual({ id: mentionedUser.id, name: mentionedUser.name });
  const text = `@${mentionedUser.name} please look at the gel of patient 77`;
  expect((await write('LAB_TECH', '', { body: noteBody(text, [mentionedUser]) })).status).toBe(201);
  const note = await noteOf('LAB_TECH', text);
  expect((await edit('LAB_TECH', note, { body: noteBody(`${text} today`, [mentionedUser]) })).status).toBe(
    200,
  );
  const letters = await lab.rows<{ to: string; text: string; subject: string }>(
    `SELECT "to", text, subject FROM email WHERE kind = 'NOTE_MENTION'`,
  );
  expect(letters.map(({ to }) => to)).toEqual([mentionedUser.email]);
  expect(letters[0]?.subject).toContain('mentioned you in a note');
  expect(letters[0]?.text).not.toContain('patient 77');
  expect(letters[0]?.text).toContain(`/lab/orders/${order}`);
});

test('a customer who reads a shared note sees that the lab was asked, without the name', async () => {
  const [mentionedUser] = await lab.rows<{ id: string; name: string }>(
    `SELECT u.id, u.name FROM user_company uc JOIN "user" u ON u.id = uc.user_id
      WHERE uc.role = 'LAB_MANAGER' AND uc.entity = 'WBL' ORDER BY uc.id LIMIT 1`,
  );
  if (!mentionedUser) throw new Error('There is no lab manager.');
  const text = `@${mentionedUser.name} weighs it again`;
  await write('CS_REP', '', { body: noteBody(text, [mentionedUser]), visibility: 'CUSTOMER' });
  expect((await noteOf('CS_REP', text)).text).toBe(text);
  const [visibleNote] = await read(MANAGER);
  expect(visibleNote?.text).toBe('@the lab weighs it again');
  const { rows } = (await lab.call(MANAGER, 'get', '/api/notes/all?sort=createdAt:desc')).body;
  for (const response of [visibleNote, rows])
    expect(JSON.stringify(response)).not.toMatch(new RegExp(`${mentionedUser.name}|${mentionedUser.id}`));
});

test('a person mentioned on a record that their role cannot open gets a link to the notes that mention them', async () => {
  const [mentionedUser] = await lab.rows<{ id: string; name: string; email: string }>(
    `SELECT u.id, u.name, u.email FROM user_company uc JOIN "user" u ON u.id = uc.user_id
      WHERE uc.role = 'SALES_REP' AND uc.entity = 'WBL' ORDER BY uc.id LIMIT 1`,
  );
  if (!mentionedUser) throw new Error('There is no sales rep.');
  const body = noteBody(`@${mentionedUser.name} tell the customer`, [mentionedUser]);
  expect((await write('LAB_TECH', '', { body, targetType: 'Batch', targetId: batch })).status).toBe(201);
  const [email] = await lab.rows<{ text: string }>(
    `SELECT text FROM email WHERE kind = 'NOTE_MENTION' AND "to" = $1`,
    [mentionedUser.email],
  );
  expect(email?.text).toContain('/notes?about=named');
  expect(email?.text).not.toContain('/lab/batches');
});

test('customers cannot mention or be mentioned, and a document with other content is refused', async () => {
  const [customer] = await lab.rows<{ id: string }>(
    `SELECT user_id AS id FROM user_company WHERE role = $1 AND entity = 'WBL' LIMIT 1`,
    [MANAGER],
  );
  const naming = noteBody('@Somebody', [{ id: customer?.id ?? '', name: 'Somebody' }]);
  expect((await write(MANAGER, '', { body: naming })).status).toBe(422);
  expect((await write('LAB_TECH', '', { body: naming })).status).toBe(422);
  const before = await lab.fingerprint();
  for (const body of [
    noteBody(''),
    noteBody('x'.repeat(5_001)),
    { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'image', attrs: { src: 'x' } }] }] },
    {
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x', marks: [{ type: 'link' }] }] }],
    },
    '<b>x</b>',
  ])
    expect([body, (await write('LAB_TECH', '', { body })).status]).toEqual([body, 422]);
  expect(await lab.fingerprint()).toBe(before);
});

const all = async (caller: Caller, query = '') => {
  const answer = await lab.call(caller, 'get', `/api/notes/all?limit=100&sort=createdAt:desc${query}`);
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  const rows: { text: string; visibility: string; recordName: string; targetType: string }[] =
    answer.body.rows;
  return { rows, total: Number(answer.body.total), texts: rows.map(({ text }) => text) };
};

test('the notes page shows those of all visible records: all for staff, shared ones for customers', async () => {
  await write('CS_REP', 'Across: internal 100%');
  await write('CS_REP', 'Across: for the customer', { visibility: 'CUSTOMER' });
  await write('CS_REP', 'Across: on a batch', { targetType: 'Batch', targetId: batch });
  const staff = await all('LAB_TECH', '&search=Across');
  expect(staff.texts).toEqual(['Across: on a batch', 'Across: for the customer', 'Across: internal 100%']);
  expect(staff.rows.map(({ recordName }) => recordName)).not.toContain(null);
  expect((await all(MANAGER, '&search=Across')).texts).toEqual(['Across: for the customer']);
  expect((await all('INSTITUTION_MANAGER', '&search=Across')).total).toBe(0);
  expect((await all('RESONANT:ADMIN', '&search=Across')).total).toBe(0);
  // Pattern characters are searched literally, and customers find no staff by name.
  expect((await all('LAB_TECH', '&search=internal 100%25')).total).toBe(1);
  const [rep] = await lab.rows(`SELECT u.name FROM "user" u WHERE u.email = 'cs-rep@wbl.example'`);
  expect((await all('LAB_TECH', `&search=${rep?.name}`)).total).toBeGreaterThan(0);
  expect((await all(MANAGER, `&search=${rep?.name}`)).total).toBe(0);
});

test('notes are filtered by record, readers, my own and those that mention me, and paged', async () => {
  expect(
    new Set((await all('CS_REP', '&targetType=Batch')).rows.map(({ targetType }) => targetType)),
  ).toEqual(new Set(['Batch']));
  expect(
    new Set((await all('CS_REP', '&visibility=INTERNAL')).rows.map(({ visibility }) => visibility)),
  ).toEqual(new Set(['INTERNAL']));
  const ownNote = await all('CS_REP', '&about=written&search=Across');
  expect(ownNote.total).toBe(3);
  expect((await all('LAB_TECH', '&about=written&search=Across')).total).toBe(0);
  const [tech] = await lab.rows(`SELECT id, name FROM "user" WHERE email = 'lab-tech@wbl.example'`);
  await write('CS_REP', `Look at tube 7 @${tech?.name}`, {
    body: noteBody(`Look at tube 7 @${tech?.name}`, [{ id: tech?.id ?? '', name: tech?.name ?? '' }]),
  });
  expect((await all('LAB_TECH', '&about=named')).texts[0]).toContain('Look at tube 7');
  const pages = await Promise.all(
    [1, 2].map((page) => lab.call('CS_REP', 'get', `/api/notes/all?limit=2&page=${page}&search=Across`)),
  );
  expect(pages.map(({ body }) => body.rows.length)).toEqual([2, 1]);
  expect((await lab.call('CS_REP', 'get', '/api/notes/all?about=everything')).status).toBe(422);
});

test('a note on a tube reaches devices in the tube’s document, and so does each change of it', async () => {
  const [tube] = await lab.rows<{ id: string }>(
    `SELECT id FROM sample WHERE entity = 'WBL' ORDER BY id LIMIT 1`,
  );
  const targetId = tube?.id ?? '';
  const isNewest = async () =>
    (
      await lab.rows<{ newest: boolean }>(
        `SELECT rev = (SELECT rev FROM sync_head WHERE lab = 'WBL') AS newest FROM sample WHERE id = $1`,
        [targetId],
      )
    )[0]?.newest;
  await write('CS_REP', 'Elsewhere');
  expect(await isNewest()).toBe(false);
  const creation = await write('LAB_TECH', 'The cap is cracked', { targetType: 'Sample', targetId });
  expect([creation.status, await isNewest()]).toEqual([201, true]);
  await write('CS_REP', 'Elsewhere again');
  const [sampleNote] = await read('LAB_TECH', 'Sample', targetId);
  if (!sampleNote) throw new Error('The note is not there.');
  expect((await edit('LAB_TECH', sampleNote, { pinned: true })).status).toBe(200);
  expect(await isNewest()).toBe(true);
  await write('CS_REP', 'Elsewhere once more');
  expect((await lab.call('LAB_TECH', 'delete', `/api/notes/${sampleNote.id}`)).status).toBe(204);
  expect(await isNewest()).toBe(true);
});
