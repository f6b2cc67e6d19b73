import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ManifestAnswer, MappingRequest } from '#db/ordering/manifest/manifest-answer.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';
import { insertDraft, readProtocolId, readSavedRows, sendManifest } from './uploads-bench.ts';

let lab: DemoServer;
let n = 0;
let orderId = '';
let protocolId = '';

function draft(changes: object = {}): Promise<string> {
  n += 1;
  return insertDraft(lab, n, { protocol_id: protocolId, ...changes });
}

beforeAll(async () => {
  lab = await openDemoServer();
  protocolId = await readProtocolId(lab);
});
beforeEach(async () => {
  orderId = await draft();
});
afterAll(() => lab.close());

const sendRows = (rows: string[][], query = '', caller: Caller = 'COMPANY_MANAGER') =>
  sendManifest(lab, orderId, rows, { query, caller });
const saved = () => readSavedRows(lab, orderId);

test('columns and words of a lab are asked once for its organization', async () => {
  const rows = [
    ['Name', 'Organism', 'Material', 'Freezer'],
    ['S-1', 'human', 'blood', '7'],
    ['S-2', 'human', 'blood', '8'],
  ];
  const before = await lab.fingerprint();
  const { confirm } = MappingRequest.parse((await sendRows(rows)).body);
  expect(confirm.columns.map(({ field, certainty }) => [field, certainty])).toEqual([
    ['customerSampleId', 'likely'],
    ['providedSourceSpecies', 'known'],
    ['providedSpecimenType', 'known'],
    [null, 'none'],
  ]);
  expect(await lab.fingerprint()).toBe(before);
  const mapping = {
    columns: { name: 'customerSampleId', freezer: null },
    words: {
      providedSourceSpecies: { human: 'HOMO_SAPIENS' },
      providedSpecimenType: { blood: 'WHOLE_BLOOD' },
    },
    same: {},
  };
  const path = '/api/create-order/manifest/mapping';
  expect((await lab.call('COMPANY_MANAGER', 'post', path, { orderId, mapping })).status).toBeLessThan(300);
  expect(ManifestAnswer.parse((await sendRows(rows)).body).saved).toBe(true);
  // Another order of the organization, another person, another file: nothing is asked.
  orderId = await draft();
  const next = await sendRows(
    [
      ['Name', 'Organism', 'Material'],
      ['S-9', 'human', 'blood'],
    ],
    '',
    'COMPANY_USER',
  );
  expect(ManifestAnswer.parse(next.body).rows).toHaveLength(1);
  await lab.database.pool.query('DELETE FROM import_mapping');
});

test('typed rows with errors wait beside the others, which are saved, and the order counts all of them', async () => {
  const blood = { providedSourceSpecies: 'Homo sapiens', providedSpecimenType: 'Whole blood' };
  const path = `/api/create-order/manifest/rows?orderId=${orderId}&partial=1`;
  const save = async (rows: object[]) => {
    const answer = await lab.call('COMPANY_USER', 'post', path, { rows });
    return ManifestAnswer.parse(answer.body);
  };
  const first = await save([
    { row: 1, cells: { customerSampleId: 'S-1', ...blood } },
    { row: 2, cells: { customerSampleId: 'S-2' } },
    { row: 3, cells: { customerSampleId: 'Müller-3', ...blood } },
  ]);
  expect(first.faults.map(({ row, field }) => [row, field])).toEqual([
    [2, 'providedSourceSpecies'],
    [2, 'providedSpecimenType'],
  ]);
  expect((await saved()).map(({ name }) => name)).toEqual(['S-1', 'Muller-3']);
  const count = () => lab.rows('SELECT projected_specimen_count AS n FROM "order" WHERE id = $1', [orderId]);
  expect(Number((await count())[0]?.['n'])).toBe(3);
  // A saved row that is edited into an error keeps its saved state, and its name stays taken.
  const [one] = first.rows;
  await save([
    { row: 1, cells: { ...one?.cells, customerSampleId: 'S 1' } },
    { row: 2, cells: { customerSampleId: 'S-1', ...blood } },
  ]);
  expect((await saved()).map(({ name }) => name)).toEqual(['S-1']);
  expect(Number((await count())[0]?.['n'])).toBe(2);
});
