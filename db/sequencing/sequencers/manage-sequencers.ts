import { z } from 'zod';
import { isVisible } from '#db/access/lab.ts';
import { AppError, refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { describeField, ref, requiredText, text } from '#db/values/field-types.ts';
import { assertListed } from '#db/values/lifecycle.ts';
import { Reason } from '#db/values/reason.ts';
import { batchResult } from '../runs/batch-result.ts';
import { recordHeartbeat } from './heartbeat.ts';
import {
  SEQUENCER_LIFECYCLE,
  SEQUENCER_MODEL_FACTS,
  SEQUENCER_STATUS_DISPLAY,
  type Sequencer,
  SequencerModel,
  SequencerStatus,
  sequencer,
} from './sequencer.ts';

/** What a person enters about a sequencer; its model gives the positions. */
export const SequencerForm = z.strictObject({
  name: describeField(requiredText, 'Name'),
  model: describeField(SequencerModel, {
    label: 'Model',
    choices: Object.fromEntries(
      Object.entries(SEQUENCER_MODEL_FACTS).map(([model, { label }]) => [model, label]),
    ),
  }),
  serialNumber: describeField(requiredText, {
    label: 'Serial number',
    hint: 'As the instrument writes it into its files, for example PC24B148 or MN32284.',
  }),
  hostName: describeField(text.nullable(), { label: 'Host name', input: 'code' }),
});
type SequencerForm = z.infer<typeof SequencerForm>;

/** The positions of a sequencer; the only one of a MinION has its serial number as its name. */
const positionsOf = ({ model, serialNumber }: SequencerForm): string[] => {
  const { positions } = SEQUENCER_MODEL_FACTS[model];
  return positions.length === 1 ? [serialNumber] : [...positions];
};

async function requireFreeSerial(tx: Transaction, serialNumber: string, ownId: string): Promise<void> {
  const sameSerial = await tx.find(sequencer, { serialNumber, deleted: false });
  if (sameSerial.some(({ id }) => id !== ownId))
    throw refuse('SERIAL_TAKEN', `A sequencer with the serial number ${serialNumber} exists already.`);
}

async function sequencerOf(tx: Transaction, context: OperationContext, id: string): Promise<Sequencer> {
  const row = await tx.get(sequencer, id);
  if (!row || row.deleted || !isVisible(context.actor, row))
    throw new AppError('NOT_FOUND', MESSAGES.notFound);
  return row;
}

/** Add a sequencer to the lab; runs that it did before are linked to it. */
export const addSequencer = defineOperation({
  name: 'add-sequencer',
  version: 1,
  kind: 'intent',
  title: 'Add sequencer',
  grant: 'lab/sequencers:create',
  args: z.strictObject({ sequencerId: ref, form: SequencerForm }),
  subjects: ({ sequencerId }) => [sequencerId],
  async run(tx, { sequencerId, form }, context) {
    onlineOnly(context);
    await requireFreeSerial(tx, form.serialNumber, sequencerId);
    const positions = positionsOf(form);
    await tx.insert(sequencer, { id: sequencerId, ...form, positions, status: 'ACTIVE' });
    await recordEvent(tx, context, {
      type: 'SEQUENCER_ADDED',
      targetType: 'Sequencer',
      targetId: sequencerId,
      data: { name: form.name, serialNumber: form.serialNumber },
    });
    return applied;
  },
});

/** Change the name, model, serial number or host of a sequencer. */
export const editSequencer = defineOperation({
  name: 'edit-sequencer',
  version: 1,
  kind: 'intent',
  title: 'Edit sequencer',
  grant: 'lab/sequencers:update',
  args: z.strictObject({ sequencerId: ref, form: SequencerForm }),
  subjects: ({ sequencerId }) => [sequencerId],
  async run(tx, { sequencerId, form }, context) {
    onlineOnly(context);
    const row = await sequencerOf(tx, context, sequencerId);
    if (row.status === 'RETIRED') throw refuse('RETIRED', `${row.name} is retired and does not change.`);
    await requireFreeSerial(tx, form.serialNumber, sequencerId);
    const runs = await tx.find(batchResult, { sequencerId, deleted: false });
    if (form.serialNumber !== row.serialNumber && runs.length > 0)
      throw refuse('HAS_RUNS', `${row.name} has runs under its serial number. Add the other instrument.`);
    await tx.patch(sequencer, row.id, { ...form, positions: positionsOf(form) });
    await recordEvent(tx, context, {
      type: 'SEQUENCER_UPDATED',
      targetType: 'Sequencer',
      targetId: row.id,
      data: { name: form.name, serialNumber: form.serialNumber },
    });
    return applied;
  },
});

/** Take a sequencer out of work, bring it back, or retire it, with a reason. */
export const changeSequencerStatus = defineOperation({
  name: 'change-sequencer-status',
  version: 1,
  kind: 'intent',
  title: 'Change status of sequencer',
  grant: 'lab/sequencers:update',
  args: z.strictObject({ sequencerId: ref, status: SequencerStatus, reason: Reason }),
  subjects: ({ sequencerId }) => [sequencerId],
  async run(tx, { sequencerId, status, reason }, context) {
    onlineOnly(context);
    const row = await sequencerOf(tx, context, sequencerId);
    assertListed(SEQUENCER_LIFECYCLE, SEQUENCER_STATUS_DISPLAY, row.status, status);
    const runs = await tx.find(batchResult, { sequencerId, deleted: false });
    const running = runs.filter(({ runStatus }) => runStatus === 'IN_PROGRESS');
    if (status === 'RETIRED' && running.length > 0)
      throw refuse(
        'RUN_IN_PROGRESS',
        `${running.length} runs of ${row.name} are in progress. End them first.`,
      );
    await tx.patch(sequencer, row.id, { status, statusReason: reason });
    await recordEvent(tx, context, {
      type: 'SEQUENCER_STATUS_CHANGED',
      targetType: 'Sequencer',
      targetId: row.id,
      data: { from: row.status, to: status, reason },
    });
    return applied;
  },
});

/** What people and instruments do with sequencers. */
export const SEQUENCER_OPERATIONS = [
  addSequencer,
  changeSequencerStatus,
  editSequencer,
  recordHeartbeat,
] as const;
