/** One measure of a chart: how it is called and which of the two colours it has. */
export interface ChartSeries {
  key: string;
  label: string;
  color: 'accent' | 'tone';
}

/** What a chart draws: its places in order, each with a value of every series. */
export interface ChartData {
  series: readonly ChartSeries[];
  places: readonly ({ label: string } & Record<string, number | string>)[];
  /** Upright bars over time, lying bars for long names, lines for what develops. */
  form: 'bars' | 'lying' | 'lines';
  /** A value as the tooltip says it, and short as the axis does. */
  format(value: number): string;
  formatShort(value: number): string;
}

/** Names beyond the first so many are only in the table. */
export const MOST_PLACES = 10;
