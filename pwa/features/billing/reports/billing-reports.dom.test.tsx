import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { AgeingReport, RevenueReport, TurnaroundReport } from '#db/billing/reports/reports.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { ageingText, revenueText, turnaroundText } from './report-part.tsx';
import { lastTwelveMonths, usualPeriods } from './report-period.tsx';
import { AgeingPart, ReportsPage } from './reports-page.tsx';
import { RevenuePart } from './revenue-part.tsx';
import { TurnaroundPart } from './turnaround-part.tsx';

const TODAY = '2026-11-21';
const sums = { invoiced: 250_000, invoiceCount: 2, received: 100_000, refunded: -30_000, writtenOff: 500 };
const ZERO_REVENUE = { invoiced: 0, invoiceCount: 0, received: 0, refunded: 0, writtenOff: 0 };
const revenue = (over: Partial<RevenueReport> = {}): RevenueReport => ({
  from: '2026-01-01',
  to: '2026-02-28',
  groupBy: 'month',
  rows: [
    { id: '2026-01', label: '2026-01', ...ZERO_REVENUE },
    { id: '2026-02', label: '2026-02', ...sums },
  ],
  total: sums,
  ...over,
});
const ageingTotals = { notDue: 100_000, days1To30: 20_000, days31To60: 0, days61To90: 0, over90: 5_000 };
const ageing: AgeingReport = {
  at: '2026-11-21',
  rows: [{ companyId: 'c', companyName: 'Northfield', ...ageingTotals, total: 125_000, invoiceCount: 3 }],
  total: { ...ageingTotals, total: 125_000, invoiceCount: 3 },
};
const genome = { id: 'p', name: 'Genome' };
const turned = { count: 12, median: 8.5, p90: 14 };
const turnaround: TurnaroundReport = {
  from: '2026-01-01',
  to: '2026-02-28',
  all: turned,
  months: [
    { month: '2026-01', count: 5, median: 10, p90: 14 },
    { month: '2026-02', count: 7, median: 7, p90: 12 },
  ],
  services: [{ service: genome, ...turned }],
  monthsOfServices: [{ service: genome, month: '2026-01', count: 5, median: 10, p90: 14 }],
};

vi.mock('#pwa/replica/session/session.ts', () => ({
  useSession: () => ({ session: { labTimezone: 'America/New_York' } }),
}));
let address: string;
vi.mock('#pwa/navigation/use-query-parameters.ts', () => ({
  useQueryParameters: () => ({ parameters: new URLSearchParams(address), update: () => undefined }),
}));

let requests: string[];
let answer: () => Response;
const onPeriod = vi.fn();
const onGroupBy = vi.fn();
// Charts load on demand; here they are preloaded, so that no test waits for them.
beforeAll(() => import('#pwa/ui/chart/drawn-chart.tsx'));
beforeEach(() => {
  requests = [];
  address = '';
  vi.stubGlobal('fetch', async (path: string) => {
    requests.push(path);
    return answer();
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const period = (from: string, to: string) => ({ period: { from, to }, onPeriod, today: TODAY });
const showRevenue = (from: string, to: string) =>
  render(
    <OnlineQueries>
      <RevenuePart {...period(from, to)} groupBy="month" onGroupBy={onGroupBy} />
    </OnlineQueries>,
  );

test('revenue appears as chart, text and table with the same numbers', async () => {
  const place = new DOMRect(0, 0, 600, 300);
  const measured = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(place);
  answer = () => Response.json(revenue());
  const { container } = showRevenue('2026-01-01', '2026-02-28');
  expect(await screen.findByText(/^\$2,500\.00 invoiced with 2 invoices; \$700\.00 received/)).toBeTruthy();
  expect(requests).toEqual(['/api/billing/reports/revenue?from=2026-01-01&to=2026-02-28&groupBy=month']);
  const february = screen.getByText('Feb 2026', { selector: ':not(tspan)' });
  const row = within(february.closest<HTMLElement>('tr, li, article') ?? document.body);
  for (const text of ['$2,500.00', '$1,000.00', '\u2212$300.00', '$5.00'])
    expect(row.getByText(text)).toBeTruthy();
  await vi.waitFor(() => expect(container.querySelector('[aria-hidden] svg.recharts-surface')).toBeTruthy());
  expect(container.querySelectorAll('[aria-hidden="true"] [tabindex="0"]')).toHaveLength(0);
  measured.mockRestore();
});

test.each([
  ['revenue', 'from=2025-02-01&to=2026-01-31&groupBy=month', () => Response.json(revenue())],
  ['turnaround', 'from=2025-02-01&to=2026-01-31', () => Response.json(turnaround)],
  ['ageing', 'at=2026-01-31', () => Response.json(ageing)],
] as const)(
  'at half past eleven of the lab’s evening %s goes until the lab’s today',
  async (report, days, respond) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-02-01T04:30:00Z') });
    address = `report=${report}`;
    answer = respond;
    render(
      <OnlineQueries>
        <ReportsPage />
      </OnlineQueries>,
    );
    await screen.findByRole('button', { name: 'Export' });
    expect(requests).toEqual([`/api/billing/reports/${report}?${days}`]);
  },
);

test('a preset period and a grouping are selected, and the export matches what is shown', async () => {
  answer = () => Response.json(revenue());
  showRevenue('2026-01-01', '2026-02-27');
  fireEvent.change(screen.getByLabelText('Period'), { target: { value: 'last-year' } });
  expect(onPeriod).toHaveBeenCalledWith({ from: '2025-01-01', to: '2025-12-31' });
  fireEvent.click(screen.getByRole('radio', { name: 'Service' }));
  expect(onGroupBy).toHaveBeenCalledWith('service');
  await screen.findByText(/invoiced with/);
  fireEvent.click(screen.getByRole('button', { name: 'Export' }));
  answer = () =>
    Response.json({ error: 'Your session has ended.', code: 'UNAUTHENTICATED' }, { status: 401 });
  const errorToast = vi.spyOn(toast, 'error').mockReturnValue(undefined);
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Text (CSV)' }));
  await vi.waitFor(() => expect(errorToast).toHaveBeenCalledWith('Your session has ended.'));
  expect(requests.at(-1)).toBe(
    '/api/billing/reports/revenue?from=2026-01-01&to=2026-02-27&groupBy=month&format=csv',
  );
  errorToast.mockRestore();
});

test('days in the wrong order are neither queried nor exported', () => {
  showRevenue('2026-03-01', '2026-02-28');
  expect(screen.getByText('The first day is after the last day.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
  expect(requests).toEqual([]);
});

test('an empty period suggests what to do', async () => {
  answer = () => Response.json(revenue({ rows: [], total: ZERO_REVENUE }));
  showRevenue('2026-01-01', '2026-01-02');
  expect(await screen.findByText(/No invoice was issued and nothing was paid/)).toBeTruthy();
});

test('a failed report shows the error and can be requested again', async () => {
  answer = () => Response.json({ error: 'You may not do this.', code: 'FORBIDDEN' }, { status: 403 });
  render(
    <OnlineQueries>
      <AgeingPart at="2026-11-20" onAt={() => undefined} />
    </OnlineQueries>,
  );
  const retryButton = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByText('You may not do this.')).toBeTruthy();
  answer = () => Response.json(ageing);
  fireEvent.click(retryButton);
  expect(await screen.findByText('Northfield')).toBeTruthy();
  expect(screen.getByText(ageingText(ageing))).toBeTruthy();
});

test('turnaround lists each service in total and by month', async () => {
  answer = () => Response.json(turnaround);
  render(
    <OnlineQueries>
      <TurnaroundPart {...period('2026-01-01', '2026-02-28')} />
    </OnlineQueries>,
  );
  expect(await screen.findByText(turnaroundText(turnaround))).toBeTruthy();
  expect(screen.getByText('8.5 days')).toBeTruthy();
  expect(screen.getByText('All months')).toBeTruthy();
});

test('the text of a chart names its sums and its maximum', () => {
  expect(revenueText(revenue())).toContain('Most invoiced: Feb 2026 with $2,500.00.');
  expect(revenueText(revenue({ total: ZERO_REVENUE }))).not.toContain('Most invoiced');
  expect(ageingText(ageing)).toBe(
    '$1,250.00 is owed by 1 organization, $250.00 of it overdue: not due yet $1,000.00, 1–30 days $200.00, over 90 days $50.00.',
  );
  expect(turnaroundText(turnaround)).toContain('Slowest month: Jan 2026 with a median of 10 days.');
});

test('preset periods begin and end with whole months', () => {
  expect(lastTwelveMonths(TODAY)).toEqual({ from: '2025-12-01', to: '2026-11-21' });
  const lastMonth = usualPeriods(TODAY).find(({ id }) => id === 'last-month');
  expect(lastMonth).toMatchObject({ from: '2026-10-01', to: '2026-10-31' });
});
