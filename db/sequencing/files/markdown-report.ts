import { z } from 'zod';
import { toInstant } from './final-summary.ts';
import { runFileError } from './run-file.ts';
import { type PoreActivity, parsePoreActivity } from './run-tables.ts';

const text = z.string().max(500).default('');

const Tracking = z.object({
  run_id: text,
  protocol_run_id: text,
  flow_cell_id: text,
  flow_cell_product_code: text,
  sample_id: text,
  protocol_group_id: text,
  device_id: text,
  hostname: text,
  host_product_serial_number: text,
  distribution_version: text,
  version: text,
  exp_start_time: text,
});

/** What `report_*.md` of MinKNOW before 2022 says about a run: it has no state and no yield. */
export interface MarkdownReport {
  runId: string | null;
  acquisitionId: string | null;
  instrument: string | null;
  position: string | null;
  flowCellId: string | null;
  flowCellProductCode: string | null;
  experimentId: string | null;
  sampleId: string | null;
  softwareVersion: string | null;
  startedAt: string | null;
  poreActivity: PoreActivity[];
}

/**
 * Read `report_*.md`: a JSON block under "Tracking ID" and a table under "Duty Time".
 *
 * @throws AppError VALIDATION when the block is missing or not complete.
 */
export function parseMarkdownReport(markdown: string): MarkdownReport {
  const tracking = readTracking(markdown);
  const orNull = (value: string): string | null => value || null;
  return {
    runId: orNull(tracking.protocol_run_id),
    acquisitionId: orNull(tracking.run_id),
    instrument: orNull(tracking.host_product_serial_number || tracking.hostname),
    position: orNull(tracking.device_id),
    flowCellId: orNull(tracking.flow_cell_id),
    flowCellProductCode: orNull(tracking.flow_cell_product_code),
    experimentId: orNull(tracking.protocol_group_id),
    sampleId: orNull(tracking.sample_id),
    softwareVersion: orNull(tracking.distribution_version || tracking.version),
    startedAt: toInstant(tracking.exp_start_time),
    poreActivity: readDutyTime(markdown),
  };
}

function readTracking(markdown: string): z.infer<typeof Tracking> {
  const block = /Tracking ID\s*=*\s*(\{[\s\S]*?\n\})/.exec(markdown)?.[1];
  if (block === undefined) throw runFileError('markdown-report', 'it has no complete block "Tracking ID".');
  try {
    return Tracking.parse(JSON.parse(block));
  } catch {
    throw runFileError('markdown-report', 'its block "Tracking ID" is not valid JSON.');
  }
}

function readDutyTime(markdown: string): PoreActivity[] {
  const table = /^(Channel State,[\s\S]*?\n)\s*(?:\n|---|$)/m.exec(markdown.replaceAll('\r\n', '\n'))?.[1];
  if (table === undefined)
    throw runFileError('markdown-report', 'its table "Duty Time" is missing or not complete.');
  return parsePoreActivity(table);
}
