import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { instant, longText, ref, requiredText, text } from '#db/values/field-types.ts';
import type { Lifecycle } from '#db/values/lifecycle.ts';
import type { StatusDisplay } from '#db/values/tone.ts';

/** The models of sequencers. */
const SEQUENCER_MODELS = [
  'MINION',
  'MK1C',
  'MK1D',
  'GRIDION',
  'PROMETHION_2_SOLO',
  'P2_INTEGRATED',
  'PROMETHION_24',
  'PROMETHION_48',
] as const;
export const SequencerModel = z.enum(SEQUENCER_MODELS);
export type SequencerModel = z.infer<typeof SequencerModel>;

/** The flow cells that fit a position. */
type FlowCellFormat = 'MinION' | 'PromethION';

const grid = (columns: number): string[] =>
  Array.from({ length: columns }, (_, column) => [...'ABCDEFGH'].map((row) => `${column + 1}${row}`)).flat();

/** The name, flow cells and positions of each model, as MinKNOW names them. */
export const SEQUENCER_MODEL_FACTS: Record<
  SequencerModel,
  { label: string; format: FlowCellFormat; positions: readonly string[] }
> = {
  // The one position of these has the serial number of the instrument as its name.
  MINION: { label: 'MinION', format: 'MinION', positions: ['1'] },
  MK1C: { label: 'MinION Mk1C', format: 'MinION', positions: ['1'] },
  MK1D: { label: 'MinION Mk1D', format: 'MinION', positions: ['1'] },
  GRIDION: { label: 'GridION', format: 'MinION', positions: ['X1', 'X2', 'X3', 'X4', 'X5'] },
  PROMETHION_2_SOLO: { label: 'PromethION 2 Solo', format: 'PromethION', positions: ['A', 'B'] },
  P2_INTEGRATED: { label: 'PromethION 2 Integrated', format: 'PromethION', positions: ['A', 'B'] },
  PROMETHION_24: { label: 'PromethION 24', format: 'PromethION', positions: grid(3) },
  PROMETHION_48: { label: 'PromethION 48', format: 'PromethION', positions: grid(6) },
};

/** The status of a sequencer (specification section 4). */
const SEQUENCER_STATUSES = ['ACTIVE', 'OFFLINE', 'MAINTENANCE', 'RETIRED'] as const;
export const SequencerStatus = z.enum(SEQUENCER_STATUSES);
export type SequencerStatus = z.infer<typeof SequencerStatus>;

/** The label and tone of each status. */
export const SEQUENCER_STATUS_DISPLAY: Record<SequencerStatus, StatusDisplay & { icon: string }> = {
  ACTIVE: { label: 'Active', rank: 0, tone: 'good', icon: 'circle-check' },
  OFFLINE: { label: 'Offline', rank: 1, tone: 'warning', icon: 'wifi-off' },
  MAINTENANCE: { label: 'Maintenance', rank: 2, tone: 'warning', icon: 'wrench' },
  RETIRED: { label: 'Retired', rank: 3, tone: 'quiet', icon: 'archive' },
};

/** The transitions of domain 4.6; only an active sequencer may start a run. */
export const SEQUENCER_LIFECYCLE: Lifecycle<SequencerStatus> = {
  ACTIVE: ['OFFLINE', 'MAINTENANCE', 'RETIRED'],
  OFFLINE: ['ACTIVE', 'MAINTENANCE', 'RETIRED'],
  MAINTENANCE: ['ACTIVE', 'OFFLINE', 'RETIRED'],
  RETIRED: [],
};

/** A device with positions for flow cells. */
export const sequencer = defineEntity({
  name: 'Sequencer',
  table: 'sequencer',
  schema: z.object({
    ...tenantFields,
    name: requiredText,
    model: SequencerModel,
    serialNumber: requiredText,
    positions: z.array(text).min(1).max(48),
    status: SequencerStatus,
    hostName: text.nullable(),
    equipmentId: ref.nullable(),
    statusReason: longText.nullable(),
    /** The last sign of life; null for a sequencer that never sent one, which never goes offline by itself. */
    lastHeartbeatAt: instant.nullable(),
  }),
  list: {
    sort: ['name', 'model', 'status'],
    filter: ['model', 'status'],
    search: ['name', 'serialNumber', 'hostName'],
  },
  indexes: ['serialNumber'],
  replica: {
    own: { collection: 'batches' },
    fields: [
      'id',
      'createdAt',
      'updatedAt',
      'version',
      'deleted',
      'entity',
      'name',
      'model',
      'serialNumber',
      'positions',
      'status',
    ],
  },
});
export type Sequencer = Row<typeof sequencer>;
