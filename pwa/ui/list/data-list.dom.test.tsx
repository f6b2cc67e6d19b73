import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { DataList } from './data-list.tsx';
import type { RowGrouping } from './rows-table.tsx';
import { ListFilters } from './select-filter.tsx';

const TUBES = Array.from({ length: 8 }, (_, at) => ({ id: `t-${at}`, kind: at < 3 ? 'DNA' : 'RNA' }));
const BY_KIND: RowGrouping<(typeof TUBES)[number]> = {
  keyOf: ({ kind }) => kind,
  head: ({ kind }) => kind,
};
const NAMES = ['status', 'company', 'service', 'payment', 'project', 'kits', 'parcels'];

/** Seven filters of a list, as its address stores them. */
function Long({ set: first = {} }: { set?: Record<string, string> }) {
  const [set, setSet] = useState<Record<string, string>>(first);
  return (
    <ListFilters
      list={{
        filter: (name) => (set[name] ? [set[name]] : []),
        setFilter: (name, value) => setSet({ ...set, [name]: String(value) }),
      }}
      filters={NAMES.map((name) => ({
        name,
        label: name,
        any: `Any ${name}`,
        options: [{ value: 'LATE', label: 'Late' }],
      }))}
    />
  );
}

function Tubes({ grouped = false }: { grouped?: boolean }) {
  const [search, setSearch] = useState('');
  const [kind, setKind] = useState('');
  return (
    <DataList
      label="Tubes"
      rows={TUBES.filter((row) => row.id.includes(search) && (kind === '' || row.kind === kind))}
      columns={[{ id: 'id', header: 'Tube', cell: ({ id }) => id }]}
      rowKey={({ id }) => id}
      rowLabel={({ id }) => id}
      firstOnPhone={5}
      search={{ value: search, onChange: setSearch }}
      filters={
        <button type="button" onClick={() => setKind('PLASMA')}>
          Plasma only
        </button>
      }
      onClear={kind === '' ? undefined : () => setKind('')}
      empty={<p>No tubes yet</p>}
      grouping={grouped ? BY_KIND : undefined}
    />
  );
}

const onPhone = () =>
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
afterEach(() => vi.unstubAllGlobals());

test('the most used of many filters are visible; a button with the number of active ones opens the others', async () => {
  render(<Long set={{ parcels: 'LATE' }} />);
  expect(screen.getAllByRole('combobox').map((one) => one.textContent)).toHaveLength(4);
  const more = screen.getByRole('button', { name: /^More filters/ });
  expect(more.textContent).toBe('More filters1 set');
  expect(more.getAttribute('aria-expanded')).toBe('false');
  await userEvent.click(more);
  expect(more.getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByLabelText<HTMLSelectElement>('parcels').value).toBe('LATE');
  await userEvent.selectOptions(screen.getByLabelText('kits'), 'LATE');
  expect(more.textContent).toBe('More filters2 set');
});

test('a list that shrinks below the page that is open shows its last page', async () => {
  const rows = TUBES.map(({ id }) => ({ id }));
  const list = (shown: typeof rows) => (
    <DataList
      label="Tubes"
      rows={shown}
      columns={[{ id: 'id', header: 'Tube', cell: ({ id }) => id }]}
      rowKey={({ id }) => id}
      rowLabel={({ id }) => id}
      pageSize={3}
      empty={<p>No tubes yet</p>}
    />
  );
  const { rerender } = render(list(rows));
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
  expect(screen.getByText('t-7')).toBeTruthy();
  rerender(list(rows.slice(0, 2)));
  expect(screen.getByText('t-1')).toBeTruthy();
});

test('an active hidden filter is shown and removed by a press, and the focus stays next to it', async () => {
  render(<Long set={{ parcels: 'LATE', status: 'LATE' }} />);
  const filterList = within(screen.getByRole('list', { name: 'Filters set' }));
  expect(filterList.getAllByRole('button')).toHaveLength(1);
  await userEvent.click(filterList.getByRole('button', { name: 'Remove filter parcels: Late' }));
  expect(screen.queryByRole('list', { name: 'Filters set' })).toBeNull();
  expect(document.activeElement?.textContent).toBe('More filters');
});

test('a list without matches says so and clears search and filters together', async () => {
  render(<Tubes />);
  await userEvent.click(screen.getByRole('button', { name: 'Plasma only' }));
  await userEvent.type(screen.getByRole('searchbox'), 't-1');
  expect(screen.getByText('Nothing matches')).toBeTruthy();
  expect(screen.queryByText('No tubes yet')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
  expect(screen.getByText('1–8 of 8')).toBeTruthy();
});

test('a phone shows the first rows of a long list until all are requested, and search results in full', async () => {
  onPhone();
  render(<Tubes />);
  expect(screen.getAllByRole('listitem')).toHaveLength(5);
  await userEvent.type(screen.getByRole('searchbox'), 't-');
  expect(screen.getAllByRole('listitem')).toHaveLength(8);
  await userEvent.clear(screen.getByRole('searchbox'));
  await userEvent.click(screen.getByRole('button', { name: 'Show all 8' }));
  expect(screen.getAllByRole('listitem')).toHaveLength(8);
  expect(screen.queryByRole('button', { name: 'Show all 8' })).toBeNull();
});

test('grouped rows are below one heading, in a table and as cards', () => {
  const { unmount } = render(<Tubes grouped />);
  expect(screen.getAllByRole('rowheader').map((one) => one.textContent)).toEqual(['DNA', 'RNA']);
  unmount();
  onPhone();
  render(<Tubes grouped />);
  expect(within(screen.getByRole('list', { name: 'DNA' })).getAllByRole('listitem')).toHaveLength(3);
});
