import { expect } from '@playwright/test';
import { BlobWriter, TextReader, ZipWriter } from '@zip.js/zip.js';
import { axeFindings } from '#pwa/testing/browser/accessible.ts';
import { test } from '#pwa/testing/browser/bench-test.ts';

test.use({ serviceWorkers: 'block' });

const RUN_ID = '7a31c0de-25c4-4e0f-9c35-7a8f7b1f24d1';
const ACQUISITION = 'e1d2c3b4f1d0aa8d8b1c2f7e9d4f5a6b7c8d9e0f';

const reportOf = (experiment: string, bases: number): string =>
  JSON.stringify({
    host: { serial: 'PC24B148', product_name: 'PromethION 24' },
    protocol_run_info: {
      run_id: RUN_ID,
      state: 'PROTOCOL_STOPPED_BY_USER',
      stop_origin: { user: { identity: 'x' } },
      start_time: '2026-11-20T10:00:00.000Z',
      end_time: '2026-11-22T10:00:00.000Z',
      device: { device_id: '3H' },
      flow_cell: { flow_cell_id: 'PBE99999', product_code: 'FLO-PRO114M' },
      user_info: { protocol_group_id: experiment },
    },
    acquisitions: [
      {
        acquisition_run_info: {
          run_id: ACQUISITION,
          config_summary: { purpose: 'SEQUENCING', basecalling_enabled: true },
          yield_summary: { read_count: '12', basecalled_pass_bases: String(bases) },
        },
      },
    ],
  });

function summaryOf(alias: string, reads: number): string {
  const header =
    'run_id\tpasses_filtering\tsequence_length_template\tmean_qscore_template\talias\tbarcode_arrangement';
  const row = [ACQUISITION, 'TRUE', 25_000, 14, alias, 'barcode01'].join('\t');
  return `${[header, ...Array.from({ length: reads }, () => row)].join('\n')}\n`;
}

const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

async function zipOf(texts: Readonly<Record<string, string>>): Promise<Buffer> {
  const writer = new ZipWriter(new BlobWriter());
  for (const [path, text] of Object.entries(texts)) await writer.add(path, new TextReader(text));
  return Buffer.from(await (await writer.close()).arrayBuffer());
}

test('a tech imports a run folder, and a manager gives the verdicts', async ({ newDevice }) => {
  const tech = await newDevice('desktop');
  await tech.signIn('LAB_TECH');
  await tech.open('/internal/results');
  const { page } = tech;
  // The newest batch is the one whose run goes on.
  await page
    .getByRole('link', { name: /PBE19507/ })
    .first()
    .click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toContainText('PBE19507');
  const batchName = await heading.textContent();
  const experiment = /W\d{5}-S\d+/.exec(batchName ?? '')?.[0] ?? '';
  const alias =
    (await page.getByRole('list', { name: 'Samples of the run' }).getByRole('link').first().textContent()) ??
    '';
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save Yield over time as PNG' }).click();
  expect((await download).suggestedFilename()).toMatch(/-yield\.png$/);
  await tech.open('/internal/results');
  await page.getByRole('button', { name: 'Import runs' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import runs' });
  const choose = (reads: number) =>
    dialog
      .getByLabel('Files of a run')
      .setInputFiles([
        file('report_PBE99999.json', reportOf(experiment, reads * 25_000)),
        file('sequencing_summary_PBE99999.txt', summaryOf(alias, reads)),
        file('broken_report.json', '{"protocol_run_info": {"run_id"'),
      ]);
  await choose(12);
  const proposal = dialog.getByRole('region', { name: 'Run on flow cell PBE99999' });
  await expect(proposal.getByText('A person stopped the run.')).toBeVisible();
  await expect(proposal.getByText('300.0 kb')).toBeVisible();
  await expect(dialog.getByText(/1 file not imported/)).toBeVisible();
  await expect(dialog.getByText(/not complete JSON/)).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await proposal.getByRole('button', { name: 'Import run' }).click();
  await expect(proposal.getByText('Run imported')).toBeVisible();

  // Fewer reads are the files of an earlier moment: nothing is replaced without a reason.
  tech.problems.allow(/status of 409/);
  await choose(4);
  await proposal.getByRole('button', { name: 'Update run' }).click();
  await expect(proposal.getByText(/300,000 bases passed become 100,000/)).toBeVisible();
  await proposal.getByLabel('Reason').fill('Basecalled again with another model');
  await proposal.getByRole('button', { name: 'Replace figures' }).click();
  await expect(proposal.getByText('Run updated')).toBeVisible();

  // The same run as a zip of its folder, with the hash of a file that was changed after it.
  const zip = await zipOf({
    'exp/run/report_PBE99999.json': reportOf(experiment, 300_000),
    'exp/run/sequencing_summary_PBE99999.txt': summaryOf(alias, 12),
    'exp/run/output_hash_e1d2c3b4.csv': `file_hash,file_path\n${'0'.repeat(64)},report_PBE99999.json\n`,
  });
  await dialog
    .getByLabel('Files of a run')
    .setInputFiles([{ name: 'run.zip', mimeType: 'application/zip', buffer: zip }]);
  await expect(proposal.getByText('Files that differ from their hashes: 1.')).toBeVisible();
  await proposal.getByRole('button', { name: 'Update run' }).click();
  await expect(proposal.getByText('Run updated')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page
    .getByRole('link', { name: /PBE99999/ })
    .first()
    .click();
  await expect(page.getByText(/ended by a person/)).toBeVisible();
  await expect(page.getByText('1 file of 1 compared with their hashes, 1 different.')).toBeVisible();
  const address = new URL(page.url()).pathname;

  const manager = await newDevice('desktop');
  await manager.signIn('LAB_MANAGER');
  await manager.open(address);
  await manager.page.getByRole('button', { name: 'Give verdict' }).click();
  const verdict = manager.page.getByRole('dialog', { name: 'Verdict on the run' });
  await verdict.getByLabel('Verdict').selectOption('FAIL');
  await verdict.getByLabel('Reason').fill('Stopped by mistake.');
  await verdict.getByRole('button', { name: 'Give verdict' }).click();
  await expect(manager.page.getByText('Failed by').first()).toBeVisible();
  expect(await axeFindings(manager.page)).toEqual([]);
});

test('a manager adds a sequencer, and sees what runs on its positions', async ({ newDevice }) => {
  const device = await newDevice('desktop');
  await device.signIn('LAB_MANAGER');
  await device.open('/lab/inventory/sequencers');
  const { page } = device;
  const positions = page.getByRole('list', { name: 'Positions of PromethION' });
  await expect(positions.getByRole('link')).toHaveCount(1);
  await page.getByRole('button', { name: 'Add sequencer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add sequencer' });
  await dialog.getByLabel('Name').first().fill('P2 in the corner');
  await dialog.getByLabel('Model').selectOption('PROMETHION_2_SOLO');
  await dialog.getByLabel('Serial number').fill('P2S-01234');
  await dialog.getByRole('button', { name: 'Add sequencer' }).click();
  await expect(
    page.getByRole('list', { name: 'Positions of P2 in the corner' }).getByRole('listitem'),
  ).toHaveCount(2);
  expect(await axeFindings(page)).toEqual([]);
});
