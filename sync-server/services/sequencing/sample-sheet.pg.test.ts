import { afterAll, beforeAll, expect, test } from 'vitest';
import { BatchSheet } from '#db/api/sequencing/sample-sheets.ts';
import { parseSampleSheet } from '#db/sequencing/files/sample-sheet.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

const idOf = async (text: string): Promise<string> => String((await lab.rows(text))[0]?.['id'] ?? '');
const read = (id: string, query: string, caller: Caller = 'LAB_TECH') =>
  lab.call(caller, 'get', `/api/lab/batches/${id}/sample-sheet?${query}`);
const BARCODED = `SELECT b.id FROM batch b JOIN sample s ON s.batch_id = b.id
  WHERE b.type = 'SEQUENCING' AND s.dna_barcode IS NOT NULL GROUP BY b.id ORDER BY count(*) DESC LIMIT 1`;

test('a sequencing batch gives a sheet that MinKNOW accepts', async () => {
  const id = await idOf(BARCODED);
  const response = await read(id, 'placeColumn=flow_cell_id&place=PAO99309&kit=SQK-NBD114-96');
  const { csv, problems } = BatchSheet.parse(response.body);
  expect(problems).toEqual([]);
  const sheet = parseSampleSheet(csv ?? '');
  expect(sheet.problems).toEqual([]);
  const [count] = await lab.rows(`SELECT count(*)::int AS n FROM sample WHERE batch_id = '${id}'`);
  expect(sheet.rows.length).toBeGreaterThanOrEqual(Number(count?.['n']));
});

test('a sheet with problems is not written', async () => {
  const query = 'placeColumn=position_id&place=1%20A&kit=SQK-LSK109&expansions=EXP-NBD104,EXP-NBD114';
  const { csv, problems } = BatchSheet.parse((await read(await idOf(BARCODED), query)).body);
  expect(csv).toBeNull();
  expect(problems[0]).toMatchObject({ line: null, column: 'position_id' });
});

test('a batch of another stage, an unknown kit and a customer are refused', async () => {
  const query = 'placeColumn=position_id&place=1A&kit=SQK-LSK114';
  const extraction = await idOf(`SELECT id FROM batch WHERE type = 'EXTRACTION' LIMIT 1`);
  expect(await read(extraction, query)).toMatchObject({ status: 409, body: { code: 'NOT_SEQUENCING' } });
  expect((await read(extraction, 'placeColumn=position_id&place=1A&kit=SQK-XYZ999')).status).toBe(422);
  expect((await read(extraction, query, 'COMPANY_MANAGER')).status).toBe(403);
});
