import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { shownOrder } from '#db/factories/build-ordering.ts';
import { buildSpecimen } from '#db/factories/build-specimens.ts';
import type { Viewer } from '#pwa/features/ordering/viewer.ts';
import { buildViewer } from '#pwa/testing/build-viewer.ts';
import { renderInRouter } from '#pwa/testing/router-wrapper.tsx';
import { HeldSpecimens } from './held-specimens.tsx';
import { figuresText } from './order-specimen-columns.tsx';
import { ResultsNotice } from './results-notice.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const customer = buildViewer({ customer: true, role: 'COMPANY_MANAGER' });
const order = (...specimens: Parameters<typeof buildSpecimen>[0][]) =>
  shownOrder({ specimens: specimens.map((one, n) => buildSpecimen({ id: `s${n}`, ...one })) });
const AT = '2026-11-20T10:00:00.000Z';

test('a customer downloads all results from the top of the order as soon as some are released', async () => {
  const fetched: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    fetched.push(path);
    return Response.json({ rows: [] });
  });
  renderInRouter(
    <ResultsNotice
      viewer={customer}
      order={order({ resultsReleasedAt: AT }, { resultsReleasedAt: null }, { status: 'CANCELED' })}
    />,
  );
  expect(screen.getByText('Results ready for 1 of 2 specimens')).toBeTruthy();
  screen.getByRole('button', { name: 'Download all' }).click();
  await vi.waitFor(() =>
    expect(fetched).toEqual(['/api/s3/downloads/links?targetType=Order&targetId=order-1&specimens=true']),
  );
});

test.each<[string, Partial<Viewer>, string | null]>([
  ['staff', { customer: false }, AT],
  ['a customer without results', {}, null],
])('%s gets no offer to download results', (_, viewer, resultsReleasedAt) => {
  renderInRouter(<ResultsNotice viewer={{ ...customer, ...viewer }} order={order({ resultsReleasedAt })} />);
  expect(screen.queryByText(/Results ready/)).toBeNull();
});

test('specimens in quarantine and on hold are listed by reason with the next step', () => {
  const stopped = order(
    { status: 'RECEIVED_QUARANTINED', holdReason: 'Cracked tube', customerSampleId: 'A-1' },
    { status: 'RECEIVED_QUARANTINED', holdReason: 'Cracked tube', customerSampleId: 'A-2' },
    { status: 'RECEIVED_ON_HOLD', holdReason: 'Unpaid invoice', customerSampleId: 'A-3' },
  );
  renderInRouter(<HeldSpecimens order={stopped} viewer={customer} />);
  expect(screen.getByText('2 specimens in quarantine')).toBeTruthy();
  expect(screen.getAllByText('Cracked tube')).toHaveLength(1);
  expect(screen.getByText(/We ask you here if a decision is needed/)).toBeTruthy();
  expect(screen.getByText('Unpaid invoice')).toBeTruthy();
  cleanup();
  renderInRouter(
    <HeldSpecimens order={{ ...stopped, status: 'ON_HOLD' }} viewer={{ ...customer, customer: false }} />,
  );
  expect(screen.getByText(/lift the quarantine/)).toBeTruthy();
  expect(screen.queryByText('1 specimen on hold'), 'the order says it').toBeNull();
});

test('figures are shown with their units, nothing where none is known', () => {
  const none = {
    concentration: null,
    volume: null,
    fragmentLength: null,
    yieldBases: null,
    n50: null,
    meanQscore: null,
  };
  const plainText = (text: string | null) => text?.replaceAll('\u00a0', ' ');
  expect(plainText(figuresText({ ...none, concentration: '18.4', fragmentLength: 420 }))).toBe(
    '18.4 ng/µL · 420 bp',
  );
  const sequenced = { ...none, yieldBases: 92_340_000_000, n50: 25_856, meanQscore: '14.260' };
  expect(plainText(figuresText(sequenced))).toBe('yield 92.34 Gb · N50 25.86 kb · Q14.3');
  expect(figuresText(none)).toBeNull();
  expect(figuresText(undefined)).toBeNull();
});
