import { RUN_STATUS_DISPLAY } from '#db/sequencing/runs/run-state.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import {
  LEFT_MARGIN,
  LINE,
  PdfDocument,
  RIGHT,
} from '#sync-server/services/billing/documents/pdf-document.ts';
import { instantText } from '#sync-server/services/protocols/records/record-document.ts';
import type { QcReport, ReportedRun, ReportedSample } from './read-qc-report.ts';

const WIDTH = RIGHT - LEFT_MARGIN;
const PLOT_HEIGHT = 110;
const ACCENT = '#0f6b66';
const TARGET = '#8a4b00';

const gigabases = (bases: number): string => `${(bases / 1e9).toFixed(2)} Gb`;
const numberText = (value: number | string | null, unit = ''): string =>
  value === null ? 'not measured' : `${Number(value).toLocaleString('en-US')}${unit}`;

/** A QC report as a PDF document. */
class QcReportDocument extends PdfDocument {
  heading(text: string): void {
    this.need(60);
    this.y += 4;
    this.y += this.write(text, { x: LEFT_MARGIN, y: this.y, width: WIDTH, size: 13, bold: true }) + 4;
  }

  note(text: string): void {
    this.need(this.heightOf(text, WIDTH));
    this.y += this.write(text, { x: LEFT_MARGIN, y: this.y, width: WIDTH, soft: true }) + 4;
  }

  /** Draw the yield of each sample as a bar with a mark at its target. */
  yieldBars(samples: readonly ReportedSample[]): void {
    const largest = Math.max(1, ...samples.flatMap((one) => [one.cumulativeBases, one.targetBases ?? 0]));
    const barStart = LEFT_MARGIN + 130;
    const width = RIGHT - 80 - barStart;
    for (const { barcode, cumulativeBases, targetBases } of samples) {
      this.need(18);
      this.write(barcode, { x: LEFT_MARGIN, y: this.y, width: 126, size: 9 });
      this.document.rect(barStart, this.y + 1, width, 9).fill(LINE);
      this.document.rect(barStart, this.y + 1, (width * cumulativeBases) / largest, 9).fill(ACCENT);
      if (targetBases !== null)
        this.document.rect(barStart + (width * targetBases) / largest - 1, this.y - 2, 2, 15).fill(TARGET);
      this.write(gigabases(cumulativeBases), { x: RIGHT - 76, y: this.y, width: 76, size: 9, right: true });
      this.y += 18;
    }
    this.note('Bars: passed bases of all runs that count. Marks: the target of the service.');
  }

  /** Draw a curve with the largest values at its axes. */
  curve(points: readonly { x: number; y: number }[], axes: { x: string; y: string }): void {
    const last = points.at(-1);
    if (!last || points.length < 2) return;
    this.need(PLOT_HEIGHT + 30);
    const top = this.y;
    const largestX = Math.max(1, ...points.map(({ x }) => x));
    const largestY = Math.max(1, ...points.map(({ y }) => y));
    this.document
      .moveTo(LEFT_MARGIN, top)
      .lineTo(LEFT_MARGIN, top + PLOT_HEIGHT)
      .lineTo(RIGHT, top + PLOT_HEIGHT)
      .lineWidth(0.75)
      .stroke(LINE);
    for (const [at, { x, y }] of points.entries()) {
      const place = {
        x: LEFT_MARGIN + (x / largestX) * WIDTH,
        y: top + PLOT_HEIGHT - (y / largestY) * (PLOT_HEIGHT - 14),
      };
      if (at === 0) this.document.moveTo(place.x, place.y);
      else this.document.lineTo(place.x, place.y);
    }
    this.document.lineWidth(1.5).stroke(ACCENT);
    this.write(axes.y, { x: LEFT_MARGIN + 6, y: top, width: 300, size: 9, soft: true });
    const axis = { x: RIGHT - 200, y: top + PLOT_HEIGHT + 4, width: 200, size: 9, soft: true, right: true };
    this.y = top + PLOT_HEIGHT + 8 + this.write(axes.x, axis);
  }
}

/** Write the QC report of specimens, or of a whole order, as a PDF document. */
export async function writeQcReport(
  report: QcReport,
  about: { entity: BusinessEntity; title: string; at: string },
): Promise<Buffer> {
  const document = new QcReportDocument(about.entity, { title: about.title, at: about.at });
  document.title('Sequencing QC report', `Order ${report.orderNumber}`);
  document.blocks([
    { title: 'Service', text: report.service },
    { title: 'Figures of', text: instantText(about.at) },
    { title: 'Created by', text: report.createdBy },
  ]);
  writeSamples(document, report.samples);
  for (const run of report.runs) writeRun(document, run);
  document.heading('Methods');
  document.table(
    [
      { title: 'Stage', width: 130 },
      { title: 'Procedure or analysis', width: 250 },
      { title: 'Version', width: 120 },
    ],
    report.methods.map(({ stage, name, code, version }) => [stage, `${name} (${code})`, String(version)]),
  );
  return document.finish();
}

function writeSamples(document: QcReportDocument, samples: readonly ReportedSample[]): void {
  document.heading('Samples');
  document.table(
    [
      { title: 'Specimen', width: 100 },
      { title: 'Sample', width: 100 },
      { title: 'QC', width: 60 },
      { title: 'Yield', width: 62, right: true },
      { title: 'Target', width: 62, right: true },
      { title: 'N50', width: 62, right: true },
      { title: 'Mean Q', width: 54, right: true },
    ],
    samples.map((one) => [
      one.specimenName,
      one.barcode,
      one.qcLabel,
      gigabases(one.cumulativeBases),
      one.targetBases === null ? 'none' : gigabases(one.targetBases),
      numberText(one.n50, ' bp'),
      one.meanQscore === null ? 'not measured' : Number(one.meanQscore).toFixed(1),
    ]),
  );
  for (const { barcode, qcStatus, comment } of samples)
    if (qcStatus === 'FAIL' && comment !== null)
      document.paragraph(
        `Sample ${barcode} failed QC and its results are released with this comment`,
        comment,
      );
  document.yieldBars(samples);
}

function writeRun(document: QcReportDocument, { run, plots, counts }: ReportedRun): void {
  document.heading(`Run ${run.minknowRunId}`);
  document.blocks([
    {
      title: 'Flow cell',
      text: [run.flowCellId, run.flowCellProductCode].filter(Boolean).join('\n') || 'not recorded',
    },
    { title: 'Started', text: run.startedAt === null ? 'not recorded' : instantText(run.startedAt) },
    {
      title: 'Software, kit',
      text: [run.softwareVersion, run.kit].filter(Boolean).join('\n') || 'not recorded',
    },
    { title: 'End', text: RUN_STATUS_DISPLAY[run.runStatus].label },
  ]);
  const measured = run.basecalled ? 'passed bases' : 'estimated bases';
  document.note(
    `${gigabases(run.basecalled ? run.basesPass : run.estimatedBases)} ${measured}, ${numberText(run.readsPass)} passed reads. ${
      counts ? 'The yields count.' : 'The yields of this run do not count.'
    }`,
  );
  if (!counts) return;
  const last = plots.yieldCurve.at(-1);
  if (last)
    document.curve(
      [
        { x: 0, y: 0 },
        ...plots.yieldCurve.map(({ seconds, basesPass, estimatedBases }) => ({
          x: seconds,
          y: run.basecalled ? basesPass : estimatedBases,
        })),
      ],
      {
        x: `${Math.round(last.seconds / 3_600)} h`,
        y: `Yield of the flow cell over time, up to ${gigabases(run.basecalled ? last.basesPass : last.estimatedBases)}`,
      },
    );
  const lengths = plots.readLengths;
  if (lengths)
    document.curve(
      lengths.starts.map((x, at) => ({ x, y: lengths.values[at] ?? 0 })),
      { x: `${numberText(lengths.starts.at(-1) ?? 0)} bases`, y: 'Bases by length of read' },
    );
}
