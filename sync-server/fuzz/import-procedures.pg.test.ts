import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildSettings } from '#db/factories/build-procedure-drafts.ts';
import { type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';
import { type GeneratedDocument, generateDocuments } from './procedure-documents.ts';
import type { NamedRows } from './procedure-errors.ts';

// IMPORT_PROCEDURES=1000 sends so many; the normal test sends each error a few times.
const COUNT = Number(process.env['IMPORT_PROCEDURES'] ?? 120);
const SEED = Number(process.env['FUZZ_SEED'] ?? 7);
const PATH = '/api/lab/procedures';
const INITIAL = buildSettings({ name: 'Not imported yet' });

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

async function readNamedRows(): Promise<NamedRows> {
  const idOf = async (sql: string): Promise<string> => {
    const [row] = await lab.rows<{ id: string }>(sql);
    if (!row) throw new Error(`The demo lab lacks a row: ${sql}`);
    return row.id;
  };
  return {
    microlitreId: await idOf(`SELECT id FROM measurement_unit WHERE symbol = 'µL'`),
    nanogramId: await idOf(`SELECT id FROM measurement_unit WHERE symbol = 'ng'`),
    lotTypeId: await idOf('SELECT id FROM inventory_type ORDER BY id LIMIT 1'),
    usedCode: 'SOP-EXT-02',
  };
}

interface Answer {
  status: number;
  body: { error?: string };
}

/** Import a document as the page of procedures does: create, save the content, submit. */
async function importDocument(
  procedureId: string,
  { document: { code, settings, sections } }: GeneratedDocument,
): Promise<{ step: string | null; answer: Answer }> {
  const head = { procedureId, code, batchType: 'EXTRACTION', research: false };
  const requests = [
    // The settings of a file are saved with its sections; a new procedure has those of the dialog.
    ['create', () => lab.call('LAB_MANAGER', 'post', PATH, { ...head, settings: INITIAL })],
    ['save', () => change('save-procedure-draft', { procedureId, seenVersion: 1, settings, sections })],
    [
      'submit',
      () => change('submit-procedure', { procedureId, changeSummary: 'Imported from another lab.' }),
    ],
  ] as const;
  let answer: Answer = { status: 0, body: {} };
  for (const [step, send] of requests) {
    answer = await send();
    if (answer.status !== 200) return { step, answer };
  }
  return { step: null, answer };
}

const change = (operation: string, args: object) =>
  lab.call('LAB_MANAGER', 'patch', PATH, { operation, args });

/** What the lab stores of a procedure. */
async function storedOf(procedureId: string) {
  const [row] = await lab.rows<{
    submitted: boolean;
    sections: unknown[];
    draftVersion: number;
    name: string;
  }>(
    `SELECT p.submitted_at IS NOT NULL AS submitted, d.sections, d.version AS "draftVersion", p.name
       FROM procedure p JOIN procedure_draft d ON d.procedure_id = p.id WHERE p.id = $1`,
    [procedureId],
  );
  const [rows] = await lab.rows<{ count: number }>(
    'SELECT count(*)::int AS count FROM section WHERE procedure_id = $1',
    [procedureId],
  );
  return row ? { ...row, sectionRows: rows?.count ?? 0 } : null;
}

/** Return what is stored of a document after the step that refused it. */
function expectedOf({ document, verdict }: GeneratedDocument): object | null {
  if (verdict.step === 'create') return null;
  const draft = { submitted: verdict.step === null, sectionRows: 0 };
  if (verdict.step === 'save') return { ...draft, sections: [], draftVersion: 1, name: INITIAL.name };
  return { ...draft, sections: document.sections };
}

test(`${COUNT} generated procedures each get the verdict of their error, and nothing of a refused step is stored`, async () => {
  const problems: string[] = [];
  const errorNames = new Set<string>();
  for (const generated of generateDocuments(COUNT, SEED, await readNamedRows())) {
    const { errorName, verdict } = generated;
    errorNames.add(errorName);
    const procedureId = ulid();
    const { step, answer } = await importDocument(procedureId, generated);
    const text = answer.body.error ?? '';
    if (step !== verdict.step || answer.status !== verdict.status || !text.includes(verdict.text))
      problems.push(`${errorName}: ${step} ${answer.status} ${text}`);
    else {
      const expected = expectedOf(generated);
      const storedProcedure = await storedOf(procedureId);
      if (expected === null) expect([errorName, storedProcedure]).toEqual([errorName, null]);
      else expect([errorName, storedProcedure]).toMatchObject([errorName, expected]);
    }
  }
  expect(problems).toEqual([]);
  expect(errorNames.size).toBeGreaterThan(30);
}, 600_000);
