import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { DataList } from './data-list.tsx';
import { chooseFilter } from './filters/choose-filter.ts';
import { ListFilters } from './filters/list-filters.tsx';
import type { RowGrouping } from './row-groups.ts';

const TUBES = Array.from({ length: 8 }, (_, at) => ({ id: `t-${at}`, kind: at < 3 ? 'DNA' : 'RNA' }));
const BY_KIND: RowGrouping<(typeof TUBES)[number]> = {
  keyOf: ({ kind }) => kind,
  head: ({ kind }) => kind,
};

/** Two filters and a day of a list; the status takes several values. */
function Filters({ values = {} }: { values?: Record<string, string[]> }) {
  const [active, setActive] = useState<Record<string, readonly string[]>>(values);
  return (
    <ListFilters
      list={{
        filter: (name) => active[name] ?? [],
        setFilter: (name, value) => setActive({ ...active, [name]: [value].flat() }),
        clear: () => setActive({}),
      }}
      filters={[
        {
          name: 'status',
          label: 'Status',
          multiple: true,
          options: ['Accepted', 'On hold', 'Completed'].map((label) => ({ value: label, label })),
        },
        { name: 'service', label: 'Service', options: SERVICES },
        { name: 'from', label: 'Issued from', type: 'day' },
      ]}
    />
  );
}
const SERVICES = Array.from({ length: 12 }, (_, at) => ({ value: `s-${at}`, label: `Service ${at}` }));
const chips = (): (string | null)[] =>
  within(screen.getByRole('list', { name: 'Active filters' }))
    .getAllByRole('button', { name: /^[^R]/ })
    .map((chip) => chip.textContent);

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

test('a filter is added from the menu and becomes a chip', async () => {
  const user = userEvent.setup();
  render(<Filters />);
  expect(screen.queryByRole('list', { name: 'Active filters' })).toBeNull();
  await chooseFilter(user, 'Service', 'Service 3');
  expect(chips()).toEqual(['Service: Service 3']);
  expect(document.activeElement?.textContent, 'the focus is back at the button').toBe('Filter');
});

test('a filter of several values stays open and shows how many there are', async () => {
  const user = userEvent.setup();
  render(<Filters values={{ status: ['Accepted'] }} />);
  await user.click(screen.getByRole('button', { name: 'Status: Accepted' }));
  await user.click(await screen.findByRole('button', { name: 'On hold' }));
  await user.click(screen.getByRole('button', { name: 'Completed' }));
  expect(chips()).toEqual(['Status: Accepted, On hold +1']);
  await user.click(screen.getByRole('button', { name: 'Accepted' }));
  expect(chips()).toEqual(['Status: On hold, Completed']);
});

test('long choices are searched, and arrow keys move through them', async () => {
  const user = userEvent.setup();
  render(<Filters />);
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await user.click(await screen.findByRole('button', { name: 'Service' }));
  await user.keyboard('11');
  expect(screen.queryByRole('button', { name: 'Service 3' })).toBeNull();
  await user.keyboard('{ArrowDown}{Enter}');
  expect(chips()).toEqual(['Service: Service 11']);
});

test('a day is a filter too', async () => {
  const user = userEvent.setup();
  render(<Filters />);
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await user.click(await screen.findByRole('button', { name: 'Issued from' }));
  fireEvent.change(screen.getByLabelText('Issued from', { selector: 'input' }), {
    target: { value: '2026-03-02' },
  });
  expect(chips()).toEqual(['Issued from: Mar 2, 2026']);
});

test('a list that shrinks below the page that is open shows its last page', async () => {
  const rows = TUBES.map(({ id }) => ({ id }));
  const list = (listedRows: typeof rows) => (
    <DataList
      label="Tubes"
      rows={listedRows}
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

test('a chip is removed by its cross, and several are cleared together; the focus stays near', async () => {
  const user = userEvent.setup();
  render(<Filters values={{ status: ['Accepted'], service: ['s-1'] }} />);
  await user.click(screen.getByRole('button', { name: 'Remove filter Status: Accepted' }));
  expect(chips()).toEqual(['Service: Service 1']);
  expect(document.activeElement?.textContent).toBe('Filter');
  await chooseFilter(user, 'Status', 'On hold');
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Clear all' }));
  expect(screen.queryByRole('list', { name: 'Active filters' })).toBeNull();
});

test('a list without matches says so and clears search and filters together', async () => {
  render(<Tubes />);
  await userEvent.click(screen.getByRole('button', { name: 'Plasma only' }));
  await userEvent.type(screen.getByRole('searchbox'), 't-1');
  expect(screen.getByText('No tubes match “t-1”')).toBeTruthy();
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
