/** One measure of a chart: its name and which of the two colors it has. */
interface ChartSeries {
  key: string;
  label: string;
  color: 'accent' | 'tone';
}

/** The data of a chart: its categories in order, each with a value per series. */
export interface ChartData {
  series: readonly ChartSeries[];
  places: readonly ({ label: string } & Record<string, number | string>)[];
  /** Vertical bars over time, horizontal bars for long names, lines for trends. */
  form: 'bars' | 'lying' | 'lines';
  /** The format of a value in the tooltip, and a short one for the axis. */
  format(value: number): string;
  formatShort(value: number): string;
}

/** Categories beyond this number appear only in the table. */
export const MOST_PLACES = 10;
