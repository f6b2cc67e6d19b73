import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildCompetence } from '#db/factories/build-competences.ts';
import type { TrainingMatrix } from '#db/protocols/competences/training-matrix.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { RouterWrapper } from '#pwa/testing/router-wrapper.tsx';
import { loadDialogs } from '#pwa/ui/dialog/dialog.tsx';
import type { Show } from './training-cells.ts';
import { trainingCells, trainingCsv } from './training-cells.ts';
import { TrainingPage } from './training-page.tsx';

const LAB = { id: 'WBL', home: 'WBL', entities: ['WBL'] };
let user = { id: 'lea', role: 'LAB_MANAGER', permissions: [], parentCompanyId: null };
vi.mock('#pwa/replica/session/session.ts', () => ({
  useSession: () => ({ session: { user, lab: LAB, entity: 'WBL', siteVariant: 'lab-services' } }),
}));

const PROCEDURES = [
  { id: 'run', name: 'Sequencing run', code: 'SOP-SEQ', requiresTraining: true },
  { id: 'extract', name: 'Bead extraction', code: 'SOP-EXT-01', requiresTraining: false },
].map((one) => ({
  ...one,
  procedureVersion: 2,
  fromVersion: 1,
  requiresReading: true,
  competenceMonths: 12,
}));
const record = (more: Parameters<typeof buildCompetence>[0]) => ({
  ...buildCompetence({ procedureCode: 'SOP-SEQ', ...more }),
  grantedByName: 'Lea',
  revokedByName: null,
});
const MATRIX: TrainingMatrix = {
  today: '2026-11-21',
  people: [
    { id: 'm-ann', userId: 'ann', name: 'Ann', role: 'LAB_TECH' },
    { id: 'm-bob', userId: 'bob', name: 'Bob', role: 'LAB_TECH' },
    { id: 'm-lea', userId: 'lea', name: 'Lea', role: 'LAB_MANAGER' },
  ],
  procedures: PROCEDURES,
  records: [
    record({ id: 'r1', expiresOn: '2026-12-01', fileId: 'file-1' }),
    record({ id: 'r2', kind: 'READ', procedureVersion: 2, grantedById: null }),
    record({ id: 'r3', userId: 'bob', userCompanyId: 'm-bob', expiresOn: '2026-11-01' }),
  ],
};
let requests: { method: string; body: unknown }[];

beforeEach(async () => {
  await loadDialogs();
  user = { ...user, id: 'lea', role: 'LAB_MANAGER' };
  requests = [];
  vi.stubGlobal('fetch', async (_path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'GET') return Response.json(MATRIX);
    requests.push({ method, body: JSON.parse(String(body)) });
    return Response.json({ id: 'operation', n: 1, outcome: 'APPLIED', code: null, message: null, rev: 1 });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open({
  code = null,
  personId = null,
  show = 'all',
}: {
  code?: string | null;
  personId?: string | null;
  show?: Show;
} = {}) {
  const onSearch = vi.fn();
  render(
    <RouterWrapper>
      <OnlineQueries>
        <TrainingPage code={code} personId={personId} show={show} onSearch={onSearch} />
      </OnlineQueries>
    </RouterWrapper>,
  );
  await screen.findByRole('combobox', { name: 'Procedure' });
  return onSearch;
}
const cell = (name: RegExp) => screen.getByRole('button', { name });

test('the matrix says who is trained, whose training ends, and what is missing', async () => {
  await open();
  expect(screen.getByRole('grid', { name: 'Training' })).toBeDefined();
  cell(/^Ann, Sequencing run: Expires soon, 10 days left, Read v2$/);
  cell(/^Bob, Sequencing run: Expired, on Nov 1, 2026, v2 not read$/);
  cell(/^Lea, Sequencing run: Missing, v2 not read$/);
  cell(/^Ann, Bead extraction: Not required, v2 not read$/);
});

test('the page of one procedure shows the people whose training ends', async () => {
  const onSearch = await open({ code: 'SOP-SEQ', show: 'expiring' });
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['AnnLab Tech']);
  expect(screen.queryByText('Bead extraction')).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: 'Missing' }));
  expect(onSearch).toHaveBeenCalledWith({ code: 'SOP-SEQ', personId: null, show: 'missing' });
});

test('the trainings of one person are shown alone', async () => {
  const onSearch = await open({ personId: 'm-bob' });
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['BobLab Tech']);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Person' }), 'm-ann');
  expect(onSearch).toHaveBeenCalledWith({ code: null, personId: 'm-ann', show: 'all' });
});

test('one cell is in the tab order, and the arrow keys lead to the others', async () => {
  await open();
  const keys = userEvent.setup();
  cell(/^Ann, Sequencing run/).focus();
  await keys.keyboard('{ArrowRight}{ArrowDown}');
  expect(document.activeElement?.getAttribute('aria-label')).toContain('Bob, Bead extraction');
  await keys.keyboard('{Home}{ArrowLeft}');
  expect(document.activeElement?.getAttribute('aria-label')).toContain('Bob, Sequencing run');
  const reachable = screen.getByRole('grid').querySelectorAll('button[tabindex="0"]');
  expect([...reachable]).toEqual([document.activeElement]);
});

test('a manager confirms a training and revokes one with a reason', async () => {
  await open();
  await userEvent.click(cell(/^Bob, Sequencing run/));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Assessed' }));
  expect(dialog.textContent).toContain('valid until Nov 21, 2027');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Confirm training' }));
  const args = { userCompanyId: 'm-bob', procedureId: 'run', kind: 'ASSESSED', notes: null, fileId: null };
  await waitFor(() =>
    expect(requests).toEqual([{ method: 'PATCH', body: { operation: 'grant-competence', args } }]),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(await screen.findByRole('button', { name: /^Ann, Sequencing run/ }));
  await userEvent.click((await screen.findAllByRole('button', { name: 'Revoke…' }))[0] ?? document.body);
  await userEvent.type(await screen.findByRole('textbox', { name: /Reason/ }), 'Long absence');
  await userEvent.click(screen.getByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(requests).toHaveLength(2));
  expect(requests[1]?.body).toMatchObject({
    operation: 'revoke-competence',
    args: { reason: 'Long absence' },
  });
});

test('a record with evidence offers its download, and a new one its upload', async () => {
  await open();
  await userEvent.click(cell(/^Ann, Sequencing run/));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getAllByRole('button', { name: 'Download evidence' })).toHaveLength(1);
  expect(dialog.getByText(/^A signed checklist or certificate/)).toBeTruthy();
});

test('nobody confirms their own training, and a tech confirms none', async () => {
  await open();
  await userEvent.click(cell(/^Lea, Sequencing run/));
  expect((await screen.findByRole('dialog')).textContent).toContain('Another manager or director');
  expect(screen.queryByRole('button', { name: 'Confirm training' })).toBeNull();
  cleanup();
  user = { ...user, id: 'ann', role: 'LAB_TECH' };
  await open();
  await userEvent.click(cell(/^Bob, Sequencing run/));
  await screen.findByRole('dialog');
  expect(screen.queryByRole('button', { name: 'Confirm training' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Revoke…' })).toBeNull();
});

test('the export has a line for each person and procedure', () => {
  const lines = trainingCsv(trainingCells(MATRIX, MATRIX.procedures)).trim().split(/\r?\n/);
  expect(lines).toHaveLength(1 + 3 * 2);
  expect(lines[1]).toContain(
    'Ann,Lab Tech,SOP-SEQ,Sequencing run,2,Yes,Expires soon,Trained,2026-11-03,Lea,2026-12-01',
  );
});
