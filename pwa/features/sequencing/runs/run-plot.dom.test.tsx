import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { ChartData } from '#pwa/ui/chart/chart-data.ts';
import { plotCsv, standaloneSvg } from './export-plot.ts';
import { RunPlot } from './run-plot.tsx';

const user = userEvent.setup();
const DATA: ChartData = {
  series: [
    { key: 'bases', label: 'Passed bases', color: 'accent' },
    { key: 'target', label: 'Target, "sum"', color: 'tone' },
  ],
  places: [
    { label: '0 h', bases: 0, target: 50 },
    { label: '1.5 h', bases: 40 },
  ],
  form: 'lines',
  format: String,
  formatShort: String,
};
const CSV = '\uFEFFTime,Passed bases,"Target, ""sum"""\r\n0 h,0,50\r\n1.5 h,40,\r\n';

afterEach(() => vi.restoreAllMocks());

test('the values of a plot have a row for each place and a column for each series', () => {
  expect(plotCsv('Time', DATA)).toBe(CSV);
});

test('a drawing keeps the colors of the page and loses its classes', () => {
  document.body.innerHTML =
    '<svg class="chart"><line class="grid" style="stroke: rgb(1, 2, 3)"></line><text style="fill: rgb(4, 5, 6)">x</text></svg>';
  const svg = document.querySelector('svg');
  if (!svg) throw new Error('The page has no drawing.');
  const copy = standaloneSvg(svg, 'Yield');
  expect(copy.querySelector('line')?.getAttribute('stroke')).toBe('rgb(1, 2, 3)');
  expect(copy.querySelector('text')?.getAttribute('fill')).toBe('rgb(4, 5, 6)');
  expect(copy.outerHTML).not.toContain('class=');
  expect(svg.getAttribute('class')).toBe('chart');
});

test('a plot is saved as CSV, and says when its drawing cannot be saved', async () => {
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
    if (content instanceof Blob) saved.push(content);
    return 'blob:plot';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  // The drawing is loaded with the first chart.
  await import('#pwa/ui/chart/drawn-chart.tsx');
  await act(async () => {
    render(<RunPlot title="Yield over time" fileName="W1-yield" placeName="Time" data={DATA} text="40 b." />);
  });
  await screen.findByText('40 b.');
  await user.click(screen.getByRole('button', { name: 'Save Yield over time as CSV' }));
  expect((await saved[0]?.text())?.replace(/^\uFEFF/, '')).toBe(CSV.slice(1));
  await user.click(screen.getByRole('button', { name: 'Save Yield over time as PNG' }));
  await waitFor(() => expect(screen.getByText(/cannot draw the plot/)).toBeTruthy());
});
