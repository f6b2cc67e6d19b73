import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { ulid } from 'ulid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Role } from '#db/access/roles.ts';
import { buildAnalysisRun } from '#db/factories/build-analyses.ts';
import { buildS3File } from '#db/factories/build-records.ts';
import { buildSampleResult } from '#db/factories/build-sequencing.ts';
import type { SampleAnalyses } from '#db/sequencing/runs/shown-run.ts';
import { renderInRouter } from '#pwa/testing/router-wrapper.tsx';
import { SampleResults } from './sample-results.tsx';

const RUN = '01J000000000000000000000RN';
let sampleId: string;
let role: Role;
let reachable: boolean;
let answer: SampleAnalyses;
let requests: string[];
vi.mock('#pwa/replica/session/session.ts', () => ({ useSession: () => ({ session: { user: { role } } }) }));
vi.mock('#pwa/replica/hooks/use-sync-status.ts', () => ({ useSyncStatus: () => ({ reachable }) }));

beforeEach(async () => {
  // The page loads this part when it is online.
  await import('./online-sample-results.tsx');
  // Answers are cached by sample.
  sampleId = ulid();
  role = 'CS_REP';
  reachable = true;
  requests = [];
  answer = { result: null, targetBases: null, analysisRuns: [] };
  vi.stubGlobal('fetch', async (address: string) => {
    requests.push(new URL(address, 'http://localhost').pathname);
    return Response.json(answer);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const showResults = () =>
  renderInRouter(
    <>
      <h1>Sample</h1>
      <SampleResults sampleId={sampleId} />
    </>,
  );

test('a sequenced sample shows its yield, verdict and analyses', async () => {
  answer = {
    result: buildSampleResult({ batchResultId: RUN, cumulativeBases: 60e9, qcStatus: 'PASS' }),
    targetBases: 120e9,
    analysisRuns: [
      {
        ...buildAnalysisRun({ status: 'DONE', metrics: { meanCoverage: '31.5', percentAligned: null } }),
        analysisName: 'Human variation, version 2',
        batchResultId: RUN,
        files: [buildS3File({ title: 'one.bam', fileType: 'SPECIMEN_DOCUMENT', subType: 'ALIGNED_BAM' })],
      },
    ],
  };
  showResults();
  expect(await screen.findByText(/60.* of 120.*50/)).toBeDefined();
  expect(screen.getByText('Passed')).toBeDefined();
  const analyses = within(screen.getByRole('list', { name: 'Analyses' }));
  const link = analyses.getByRole('link', { name: 'Human variation, version 2' });
  expect(link.getAttribute('href')).toContain(`/internal/results/${RUN}`);
  expect(analyses.getByText('Done')).toBeDefined();
  expect(analyses.getByText('31.5×')).toBeDefined();
  expect(analyses.queryByText('Reads aligned')).toBeNull();
  expect(analyses.getByRole('button', { name: 'Download one.bam' })).toBeDefined();
});

test('a sample without results shows nothing', async () => {
  showResults();
  await waitFor(() => expect(requests).toEqual([`/api/internal/results/samples/${sampleId}`]));
  expect(await screen.findByRole('heading', { name: 'Sample' })).toBeDefined();
  expect(screen.queryByRole('heading', { name: 'Sequencing results' })).toBeNull();
});

test.each([
  ['a role without results', 'BILLING_MANAGER', true],
  ['a device that is offline', 'LAB_TECH', false],
] as const)('%s reads nothing from the server', async (_, reader, online) => {
  role = reader;
  reachable = online;
  showResults();
  expect(await screen.findByRole('heading', { name: 'Sample' })).toBeDefined();
  await act(() => vi.dynamicImportSettled());
  expect(requests).toEqual([]);
});
