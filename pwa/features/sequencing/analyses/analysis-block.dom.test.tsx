import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildAnalysisRun } from '#db/factories/build-analyses.ts';
import { buildS3File } from '#db/factories/build-records.ts';
import type { AnalysisFile } from '#db/sequencing/analysis-runs/analysis-files.ts';
import type { ShownAnalysisRun } from '#db/sequencing/runs/shown-run.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { loadDialogs } from '#pwa/ui/dialog/dialog.tsx';
import { AnalysisBlock } from './analysis-block.tsx';

let role = 'LAB_MANAGER';
vi.mock('#pwa/replica/session/session.ts', () => ({
  useSession: () => ({ session: { user: { id: 'user-lea', role }, entity: 'WBL' } }),
}));

let bodies: unknown[];
beforeEach(async () => {
  await loadDialogs();
  role = 'LAB_MANAGER';
  bodies = [];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit = {}) => {
    bodies.push(typeof init.body === 'string' ? JSON.parse(init.body) : null);
    return Response.json({ outcome: 'APPLIED', code: null, message: null });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const fileOf = (id: string, title: string): AnalysisFile =>
  buildS3File({ id, title, fileType: 'SPECIMEN_DOCUMENT', subType: 'ALIGNED_BAM' });

function showBlock(run: Partial<ShownAnalysisRun>, resultFiles: readonly AnalysisFile[] = []) {
  render(
    <OnlineQueries>
      <AnalysisBlock
        run={{
          ...buildAnalysisRun({ id: 'run-1' }),
          analysisName: 'Human variation, version 2',
          files: [],
          ...run,
        }}
        sampleBarcode="W26325-0001-01"
        resultFiles={[...resultFiles]}
      />
    </OnlineQueries>,
  );
  return userEvent.setup();
}

test('the figures of an analysis are entered by hand', async () => {
  const people = showBlock({});
  expect(await screen.findByText('Analysis: Human variation, version 2')).toBeDefined();
  await people.click(screen.getByRole('button', { name: 'Enter results of W26325-0001-01' }));
  const dialog = await screen.findByRole('dialog');
  await people.type(within(dialog).getByLabelText(/Mean coverage/), '31.5');
  await people.click(within(dialog).getByRole('button', { name: 'Save results' }));
  await waitFor(() =>
    expect(bodies).toMatchObject([
      {
        operation: 'finish-analysis-run',
        args: { analysisRunId: 'run-1', metrics: { meanCoverage: '31.5', percentAligned: null } },
      },
    ]),
  );
});

test('a file of a quality tool fills in the figures, and an unknown one says what to choose', async () => {
  const people = showBlock({});
  await people.click(await screen.findByRole('button', { name: 'Enter results of W26325-0001-01' }));
  const dialog = await screen.findByRole('dialog');
  const choose = (name: string, content: unknown) =>
    people.upload(
      within(dialog).getByLabelText('File of a quality tool'),
      new File([JSON.stringify(content)], name, { type: 'application/json' }),
    );
  await choose('other.json', { a: 1 });
  expect(await within(dialog).findByText(/This JSON is not known/)).toBeDefined();
  const figures = { mean_coverage: 30.5, reads_mapped_percent: 99.2, error_rate: 0.01 };
  await choose('multiqc_data.json', { report_general_stats_data: [{ one: figures }] });
  expect(await within(dialog).findByText('Figures of MultiQC')).toBeDefined();
  expect(within(dialog).queryByText(/This JSON is not known/)).toBeNull();
  await people.click(within(dialog).getByRole('button', { name: 'Save results' }));
  await waitFor(() =>
    expect(bodies).toMatchObject([
      {
        operation: 'finish-analysis-run',
        args: {
          metrics: { meanCoverage: '30.5', percentAligned: '99.2' },
          furtherMetrics: { errorRate: '0.01' },
        },
      },
    ]),
  );
});

test('result files are chosen with the figures', async () => {
  const people = showBlock({}, [fileOf('bam', 'one.bam'), fileOf('vcf', 'one.vcf')]);
  const open = () => people.click(screen.getByRole('button', { name: 'Enter results of W26325-0001-01' }));
  await screen.findByText('Analysis: Human variation, version 2');
  await open();
  const dialog = await screen.findByRole('dialog');
  await people.click(within(dialog).getByRole('checkbox', { name: /one\.bam/ }));
  await people.click(within(dialog).getByRole('checkbox', { name: /one\.vcf/ }));
  await people.click(within(dialog).getByRole('checkbox', { name: /one\.bam/ }));
  await people.click(within(dialog).getByRole('button', { name: 'Save results' }));
  await waitFor(() =>
    expect(bodies).toMatchObject([{ operation: 'finish-analysis-run', args: { fileIds: ['vcf'] } }]),
  );
});

test('the files of a finished analysis are downloads', async () => {
  showBlock({ status: 'DONE', files: [fileOf('bam', 'one.bam')] });
  const files = await screen.findByRole('list', { name: 'Files of the analysis of W26325-0001-01' });
  expect(within(files).getByRole('button', { name: 'Download one.bam' })).toBeDefined();
});

test('a failed analysis is tried again', async () => {
  const people = showBlock({
    status: 'FAILED',
    endedAt: '2026-11-24T09:00:00.000Z',
    message: 'Out of memory',
  });
  expect(await screen.findByText('Out of memory')).toBeDefined();
  await people.click(screen.getByRole('button', { name: 'Retry analysis of W26325-0001-01' }));
  await waitFor(() => expect(bodies).toMatchObject([{ operation: 'retry-analysis-run' }]));
});

test('a tech sees the status without actions', async () => {
  role = 'LAB_TECH';
  showBlock({});
  expect(await screen.findByText('Not started')).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});
