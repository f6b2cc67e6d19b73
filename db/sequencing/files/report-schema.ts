import { z } from 'zod';

// Protobuf leaves default values out, writes numbers of 64 bits as texts, and small ones as numbers.
const count = z
  .union([z.number(), z.string().regex(/^\d{1,16}$/)])
  .transform(Number)
  .pipe(z.number().int().min(0).max(Number.MAX_SAFE_INTEGER))
  .default(0);
const text = z.string().max(1000).default('');

/** The counts of `AcquisitionYieldSummary`; a missing count is zero. */
const YieldSummary = z
  .object({
    read_count: count,
    basecalled_pass_read_count: count,
    basecalled_fail_read_count: count,
    basecalled_skipped_read_count: count,
    basecalled_pass_bases: count,
    basecalled_fail_bases: count,
    estimated_selected_bases: count,
  })
  .prefault({});

const Snapshot = z.object({ seconds: count, yield_summary: YieldSummary });

const Filtering = z.object({
  barcode_name: text,
  barcode_alias: text,
  call_status: text,
});

const AcquisitionOutput = z.object({
  type: z.string().default('AllData'),
  plot: z
    .array(
      z.object({
        snapshots: z
          .array(
            z.object({
              filtering: z.array(Filtering).default([]),
              snapshots: z.array(Snapshot).default([]),
            }),
          )
          .default([]),
      }),
    )
    .default([]),
});

const LengthHistogram = z.object({
  read_length_type: z.string().default('MinknowEvents'),
  bucket_value_type: z.string().default('ReadCounts'),
  plot: z.object({
    bucket_ranges: z.array(z.object({ start: count, end: count })).default([]),
    histogram_data: z.array(z.object({ n50: count, bucket_values: z.array(count).default([]) })).default([]),
  }),
});

const QscoreHistogram = z.object({
  bucket_value_type: z.string().default('QScore_ReadCounts'),
  bucket_ranges: z.array(z.object({ start: z.number().default(0), end: z.number().default(0) })).default([]),
  histogram_data: z
    .array(
      z.object({
        filtering: z.array(Filtering).default([]),
        bucket_values: z.array(count).default([]),
        modal_q_score: z.number().nullable().default(null),
      }),
    )
    .default([]),
});

const MuxScan = z.object({
  mux_scan_timestamp: count,
  counts: z.record(z.string(), z.number().int().min(0)).default({}),
});

const AcquisitionInfo = z.object({
  run_id: text,
  data_read_start_time: text,
  data_read_end_time: text,
  yield_summary: YieldSummary,
  config_summary: z
    .object({
      purpose: text,
      basecalling_enabled: z.boolean().default(false),
      barcoding_kits: z.array(z.string().max(100)).default([]),
    })
    .prefault({}),
  bream_info: z.object({ mux_scan_results: z.array(MuxScan).default([]) }).prefault({}),
});

const Acquisition = z.object({
  acquisition_run_info: AcquisitionInfo,
  acquisition_output: z.array(AcquisitionOutput).default([]),
  read_length_histogram: z.array(LengthHistogram).default([]),
  qscore_histograms: z.array(QscoreHistogram).default([]),
});
export type Acquisition = z.infer<typeof Acquisition>;

const SoftwareVersions = z.object({
  minknow: z.object({ full: text }).prefault({}),
  distribution_version: text,
});

// The origin of a stop or a phase has one key of several: `user`, `minknow`, `run_until` and others.
const Origin = z.record(z.string(), z.unknown()).default({});

/** What is read of `report_*.json`; everything else in it is ignored (minknow_api, MinKNOW 22.05 to 24.11). */
export const ReportFile = z.object({
  host: z.object({ serial: text, product_name: text }).prefault({}),
  software_versions: SoftwareVersions.optional(),
  protocol_run_info: z.object({
    run_id: z.string().min(1).max(100),
    protocol_id: text,
    state: z.string().max(200).optional(),
    start_time: text,
    end_time: text,
    output_path: text,
    reported_output_path: text,
    user_info: z
      .object({
        protocol_group_id: text,
        sample_id: text,
        user_specified_flow_cell_id: text,
        user_specified_product_code: text,
        kit_info: z.object({ sequencing_kit: text }).prefault({}),
      })
      .prefault({}),
    device: z.object({ device_id: text, device_type: text }).prefault({}),
    flow_cell: z
      .object({
        flow_cell_id: text,
        product_code: text,
        user_specified_flow_cell_id: text,
        user_specified_product_code: text,
      })
      .prefault({}),
    meta_info: z
      .object({ tags: z.record(z.string(), z.object({ string_value: text })).default({}) })
      .prefault({}),
    pqc_result: z.object({ total_pore_count: z.number().int().min(0) }).optional(),
    stop_origin: Origin,
    phase_history: z.array(z.object({ phase: text, timestamp: text, origin: Origin })).default([]),
    software_versions: SoftwareVersions.optional(),
  }),
  acquisitions: z.array(Acquisition).max(100).default([]),
  user_messages: z
    .array(z.object({ time: text, severity: text, user_message: z.string().max(10_000).default('') }))
    .default([]),
});
export type ReportFile = z.infer<typeof ReportFile>;
