import { splitProtocol, toInstant } from './final-summary.ts';
import { type Acquisition, ReportFile } from './report-schema.ts';
import { type RunFigures, readFigures } from './run-figures.ts';
import { runFileError } from './run-file.ts';

/** What `report_*.json` says about a run. */
export interface RunReport extends RunFigures {
  runId: string;
  acquisitionId: string | null;
  /** The word of MinKNOW, null when it is absent: running. */
  rawState: string | null;
  stopOrigin: string | null;
  instrument: { serial: string | null; product: string | null; position: string | null };
  flowCellId: string | null;
  flowCellProductCode: string | null;
  kit: string | null;
  experimentId: string | null;
  sampleId: string | null;
  softwareVersion: string | null;
  startedAt: string | null;
  endedAt: string | null;
  outputPath: string | null;
  poresAtStart: number | null;
  phases: { phase: string; at: string; origin: string | null }[];
  warnings: { at: string | null; text: string }[];
}

/**
 * Read `report_*.json`: by meaning, because the places of its lists differ by version.
 *
 * @throws AppError VALIDATION when it is no JSON, is cut off, or has no run.
 */
export function parseRunReport(text: string): RunReport {
  const file = readReport(text);
  const info = file.protocol_run_info;
  const { user_info: user, flow_cell: flowCell, meta_info: meta, device } = info;
  const protocol = splitProtocol(info.protocol_id || null);
  const acquisition = sequencingOf(file.acquisitions);
  const figures = readFigures(acquisition);
  const versions = info.software_versions ?? file.software_versions;
  return {
    runId: info.run_id,
    acquisitionId: acquisition?.acquisition_run_info.run_id || null,
    rawState: info.state ?? null,
    stopOrigin: originText(info.stop_origin),
    instrument: {
      serial: file.host.serial || null,
      product: file.host.product_name || null,
      position: device.device_id || null,
    },
    flowCellId:
      flowCell.flow_cell_id ||
      flowCell.user_specified_flow_cell_id ||
      user.user_specified_flow_cell_id ||
      null,
    flowCellProductCode:
      flowCell.product_code ||
      flowCell.user_specified_product_code ||
      user.user_specified_product_code ||
      meta.tags['flow cell']?.string_value ||
      protocol.flowCellProductCode,
    kit: user.kit_info.sequencing_kit || meta.tags['kit']?.string_value || protocol.kit,
    experimentId: user.protocol_group_id || null,
    sampleId: user.sample_id || null,
    softwareVersion: versions?.minknow.full || versions?.distribution_version || null,
    startedAt: toInstant(info.start_time),
    endedAt: toInstant(info.end_time),
    outputPath: info.reported_output_path || info.output_path || null,
    ...figures,
    poresAtStart: info.pqc_result?.total_pore_count ?? figures.poreScans[0]?.available ?? null,
    phases: info.phase_history.map(({ phase, timestamp, origin }) => ({
      phase,
      at: toInstant(timestamp) ?? timestamp,
      origin: originText(origin),
    })),
    warnings: file.user_messages
      .filter(({ severity }) => /WARNING|ERROR/.test(severity))
      .slice(0, 200)
      .map(({ time, user_message }) => ({ at: toInstant(time), text: user_message })),
  };
}

function readReport(text: string): ReportFile {
  let content: unknown;
  try {
    content = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw runFileError('report', 'it is not complete JSON. Copy the file again.');
  }
  const parsed = ReportFile.safeParse(content);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw runFileError('report', `${issue?.path.join('.') ?? ''} is not valid.`);
}

/** Choose the acquisition that sequenced; calibrations stand before it, in changing numbers. */
function sequencingOf(acquisitions: readonly Acquisition[]): Acquisition | undefined {
  const sequencing = acquisitions.filter(
    ({ acquisition_run_info }) => acquisition_run_info.config_summary.purpose === 'SEQUENCING',
  );
  return sequencing.at(-1);
}

const ORIGIN_TEXTS: Readonly<Record<string, string>> = {
  user: 'a person',
  minknow: 'the software of the instrument',
  protocol_phase_management: 'the protocol',
  run_until: 'its end condition',
};

/** Format who or what stopped a run or began a phase: `its end condition: runtime`. */
function originText(origin: Readonly<Record<string, unknown>>): string | null {
  const [key] = Object.keys(origin);
  if (key === undefined) return null;
  const detail = origin[key];
  const criteria =
    isRecord(detail) && typeof detail['criteria'] === 'string' ? `: ${detail['criteria']}` : '';
  return `${ORIGIN_TEXTS[key] ?? key.replaceAll('_', ' ')}${criteria}`;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
