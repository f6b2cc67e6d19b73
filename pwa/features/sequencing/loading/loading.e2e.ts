import { expect } from '@playwright/test';
import type pg from 'pg';
import { sheetBarcode } from '#db/sequencing/files/barcode-kits.ts';
import { axeFindings } from '#pwa/testing/browser/accessible.ts';
import { test } from '#pwa/testing/browser/bench-test.ts';

interface Library {
  barcode: string;
  dna: string | null;
}

/** Find the batch of the demo lab that waits to be pooled and loaded. */
async function findWaitingBatch(
  pool: pg.Pool,
): Promise<{ id: string; julianId: string; libraries: Library[] }> {
  const { rows } = await pool.query<{ id: string; julianId: string }>(
    `SELECT b.id, b.julian_id AS "julianId" FROM batch b WHERE b.type = 'SEQUENCING' AND b.status = 'IN_PROGRESS'
        AND NOT EXISTS (SELECT 1 FROM batch_result r WHERE r.batch_id = b.id)`,
  );
  const [waitingBatch] = rows;
  if (!waitingBatch) throw new Error('The demo lab has no batch that waits to be loaded.');
  const { rows: libraries } = await pool.query<Library>(
    `SELECT barcode, dna_barcode AS dna FROM sample WHERE batch_id = $1`,
    [waitingBatch.id],
  );
  return { ...waitingBatch, libraries };
}

const RUN_ID = '7a31c0de-25c4-4e0f-9c35-000000000280';
const ACQUISITION = 'e1d2c3b4f1d0aa8d8b1c2f7e9d4f5a6b7c8d9280';

function reportOf(experiment: string): string {
  const started = new Date(Date.now() + 60_000).toISOString();
  return JSON.stringify({
    host: { serial: 'PC24B148', product_name: 'PromethION 24' },
    protocol_run_info: {
      run_id: RUN_ID,
      state: 'PROTOCOL_COMPLETED',
      start_time: started,
      end_time: started,
      device: { device_id: '1A' },
      flow_cell: { flow_cell_id: 'PBF20441', product_code: 'FLO-PRO114M' },
      user_info: { protocol_group_id: experiment },
    },
    acquisitions: [
      {
        acquisition_run_info: {
          run_id: ACQUISITION,
          config_summary: { purpose: 'SEQUENCING', basecalling_enabled: true },
          yield_summary: { read_count: '12', basecalled_pass_bases: '300000' },
        },
      },
    ],
  });
}

function summaryOf(libraries: readonly Library[]): string {
  const header =
    'run_id\tpasses_filtering\tsequence_length_template\tmean_qscore_template\talias\tbarcode_arrangement';
  const rows = libraries.map(({ barcode, dna }) =>
    [ACQUISITION, 'TRUE', 25_000, 14, barcode, dna === null ? 'barcode01' : sheetBarcode(dna)].join('\t'),
  );
  return `${[header, ...rows].join('\n')}\n`;
}

const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

test('a tech pools, checks and loads offline, and the run is imported', async ({ lab, newDevice }) => {
  const { id, julianId, libraries } = await findWaitingBatch(lab.pool);
  const tech = await newDevice('handheld');
  const { page } = tech;
  await tech.signIn('LAB_TECH');
  await tech.open('/lab/inventory/sequencers/flow-cells');
  await tech.ready();
  await expect(page.getByText('PBF20441')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await tech.goOffline();

  await tech.scan('PBF20441');
  const cell = page.getByRole('dialog', { name: 'Flow cell PBF20441' });
  await cell.getByRole('button', { name: 'Check pores' }).click();
  const check = page.getByRole('dialog', { name: 'Check PBF20441' });
  await check.getByLabel('Pores').fill('7015');
  await check.getByRole('button', { name: 'Save pores' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await tech.open(`/lab/batches/${id}?tab=flow-cells`);
  await page.getByRole('button', { name: 'Make pool' }).click();
  const pooling = page.getByRole('dialog', { name: `Make pool: ${julianId}` });
  await expect(pooling.getByText(/^Pool: /)).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await pooling.getByRole('button', { name: 'Make pool' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const label = await page
    .getByText(new RegExp(`^${julianId}-P[A-Z]1$`))
    .first()
    .textContent();
  await expect(page.getByRole('button', { name: `Print label of ${label}` })).toBeVisible();

  await page.getByRole('button', { name: 'Load flow cell' }).click();
  const loading = page.getByRole('dialog', { name: `Load flow cell: ${julianId}` });
  for (const code of [label ?? '', 'PBF20441', 'PC24B148']) {
    await tech.scan(code);
    await expect(loading.locator('[data-verdict]').first()).toBeVisible();
  }
  await loading.getByLabel('Loaded volume').fill('32');
  expect(await axeFindings(page)).toEqual([]);
  await loading.getByRole('button', { name: 'Load flow cell' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('Not imported')).toBeVisible();
  await tech.goOnline();
  await expect(tech.chip()).toHaveText('Synced');

  await tech.open('/internal/results');
  await page.getByRole('button', { name: 'Import runs' }).click();
  const importing = page.getByRole('dialog', { name: 'Import runs' });
  await importing
    .getByLabel('Files of a run')
    .setInputFiles([
      file('report_PBF20441.json', reportOf(julianId)),
      file('sequencing_summary_PBF20441.txt', summaryOf(libraries)),
    ]);
  const proposal = importing.getByRole('region', { name: 'Run on flow cell PBF20441' });
  await proposal.getByRole('button', { name: 'Import run' }).click();
  await expect(proposal.getByText('Run imported')).toBeVisible();
  await importing.getByRole('button', { name: 'Close' }).last().click();

  await tech.open(`/lab/batches/${id}?tab=flow-cells`);
  await expect(page.getByText('Imported', { exact: true })).toBeVisible();
  const { rows } = await lab.pool.query(
    `SELECT u.has_sequenced AS read, c.use_count::int AS uses FROM batch b
       JOIN flow_cell_use u ON u.batch_id = b.id AND NOT u.deleted JOIN flow_cell c ON c.id = u.cell_id
      WHERE b.id = $1`,
    [id],
  );
  expect(rows).toEqual([{ read: true, uses: 1 }]);
});
