import type { CSSProperties } from 'react';
import {
  Bar,
  BarChart,
  CartesianGrid,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { ChartData } from './chart-data.ts';

const COLORS = { accent: 'var(--accent)', tone: 'var(--tone)' } as const;
const TICK = { fill: 'var(--ink-soft)', fontSize: 12 };
const BOX: CSSProperties = {
  background: 'var(--surface)',
  border: '1px solid var(--line-strong)',
  borderRadius: 6,
  color: 'var(--ink)',
};
const NAMES_WIDTH = 112;
const LONGEST_NAME = 16;
const UPRIGHT_HEIGHT = 260;
const ROW_HEIGHT = 46;

const shortName = (name: string): string =>
  name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name;

const parts = ({ form, format, formatShort }: ChartData) => {
  const values = {
    tick: TICK,
    tickFormatter: formatShort,
    stroke: 'var(--line-strong)',
    allowDecimals: false,
  };
  const names = { dataKey: 'label', tick: TICK, stroke: 'var(--line-strong)' };
  return (
    <>
      <CartesianGrid stroke="var(--line)" vertical={form === 'lying'} horizontal={form !== 'lying'} />
      {form === 'lying' ? (
        <>
          <XAxis type="number" {...values} />
          <YAxis type="category" width={NAMES_WIDTH} tickFormatter={shortName} {...names} />
        </>
      ) : (
        <>
          <XAxis minTickGap={8} {...names} />
          <YAxis width={56} {...values} />
        </>
      )}
      <Tooltip
        contentStyle={BOX}
        labelStyle={{ color: 'var(--ink)', fontWeight: 600 }}
        itemStyle={{ color: 'var(--ink)' }}
        cursor={{ fill: 'var(--hover)', stroke: 'var(--line-strong)' }}
        isAnimationActive={false}
        formatter={(value) => format(Number(value))}
      />
    </>
  );
};

/**
 * The drawn chart; it is hidden from assistive technology, because text and a table next to it have the same
 * content.
 */
export function DrawnChart({ data }: { data: ChartData }) {
  const { form, series, places } = data;
  const height = form === 'lying' ? Math.max(120, places.length * ROW_HEIGHT + 40) : UPRIGHT_HEIGHT;
  const chart = {
    data: [...places],
    accessibilityLayer: false,
    margin: { top: 8, right: 12, bottom: 0, left: 0 },
  };
  const lines = series.map(({ key, label, color }) => (
    <Line
      key={key}
      dataKey={key}
      name={label}
      stroke={COLORS[color]}
      strokeWidth={2}
      strokeDasharray={color === 'tone' ? '6 4' : '0'}
      dot={{ r: 3, fill: COLORS[color], strokeDasharray: '0' }}
      isAnimationActive={false}
    />
  ));
  const bars = series.map(({ key, label, color }) => (
    <Bar
      key={key}
      dataKey={key}
      name={label}
      fill={COLORS[color]}
      maxBarSize={40}
      isAnimationActive={false}
    />
  ));
  return (
    <ResponsiveContainer width="100%" height={height} initialDimension={{ width: 320, height }}>
      {form === 'lines' ? (
        <LineChart {...chart}>
          {parts(data)}
          {lines}
        </LineChart>
      ) : (
        <BarChart {...chart} layout={form === 'lying' ? 'vertical' : 'horizontal'}>
          {parts(data)}
          {bars}
        </BarChart>
      )}
    </ResponsiveContainer>
  );
}
