import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { Actor, OperationContext, OperationDefinition, Outcome } from '#db/operation.ts';
import { upcast } from '#db/sync/upcasters.ts';
import { deriveId } from '#db/values/id.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { type BaseReader, readBaseOnce } from './base-reader.ts';
import { DeviceTransaction } from './device-transaction.ts';
import type { OperationDocument } from './operation-document.ts';
import { addLayer, emptyOverlay, type Overlay, type RowLayer } from './overlay.ts';
import { ruleNamed } from './rules.ts';

/** The verdict that this device predicts for an operation; UNKNOWN when the rule cannot run here. */
export interface Prediction {
  outcome: Outcome | 'UNKNOWN';
  code: string | null;
  message: string | null;
}

/** The data that an operation needs to run on a device. */
export interface FoldContext {
  actor: Actor;
  labTimezone: string;
  definition?: (name: string) => OperationDefinition | undefined;
}

type Foldable = Pick<
  OperationDocument,
  'id' | 'name' | 'version' | 'args' | 'occurredAt' | 'clockOffsetMs' | 'base' | 'deviceId'
>;

/**
 * The pulled documents with all waiting operations over them, and the predicted verdict of each operation.
 */
export interface Folded {
  overlay: Overlay;
  predictions: Map<string, Prediction>;
}

/** Run the waiting operations over the pulled documents, in device order. */
export async function fold(
  base: BaseReader,
  operations: readonly Foldable[],
  context: FoldContext,
): Promise<Folded> {
  const cachedBase = readBaseOnce(base);
  const folded: Folded = { overlay: emptyOverlay(), predictions: new Map() };
  for (const operation of operations) {
    const { prediction, layer } = await runOnDevice(cachedBase, folded.overlay, operation, context);
    folded.predictions.set(operation.id, prediction);
    if (layer) addLayer(folded.overlay, layer);
  }
  return folded;
}

/** Run one operation's rule over an overlay; returns the rows it writes, or none when the rule refuses. */
export async function runOnDevice(
  base: BaseReader,
  overlay: Overlay,
  operation: Foldable,
  context: FoldContext,
): Promise<{ prediction: Prediction; layer: RowLayer | null }> {
  const definition = await (context.definition ?? ruleNamed)(operation.name);
  // Operations that waited during an app update are shown as the server will read them.
  const current = definition && upcast(operation.name, operation.version, definition.version, operation.args);
  const args = current && definition.args.safeParse(current);
  if (!definition || !args?.success) return { prediction: unknown, layer: null };
  const rule = ruleContext(operation, context);
  const stamp = { at: rule.occurredAt, userId: context.actor.userId, entity: context.actor.entity };
  const tx = new DeviceTransaction(base, overlay, stamp);
  try {
    const result = await definition.run(tx, args.data, rule);
    return { prediction: result, layer: tx.writtenLayer };
  } catch (error) {
    return { prediction: refusal(error), layer: null };
  }
}

const unknown: Prediction = { outcome: 'UNKNOWN', code: null, message: null };

// A rule that throws here may still pass on the server, which has every row: only a refusal is a prediction.
function refusal(error: unknown): Prediction {
  if (error instanceof AppError && error.code !== 'INTERNAL') {
    return { outcome: 'REJECTED', code: error.code, message: error.message };
  }
  return {
    outcome: 'UNKNOWN',
    code: 'INTERNAL',
    message: error instanceof Error ? error.message : MESSAGES.unknownError,
  };
}

function ruleContext(operation: Foldable, context: FoldContext): OperationContext {
  const occurredAt = correctedInstant(operation.occurredAt, operation.clockOffsetMs);
  let k = 0;
  return {
    operationId: operation.id,
    deviceId: operation.deviceId,
    actor: context.actor,
    occurredAt,
    labDay: labDayOf(occurredAt, context.labTimezone),
    labTimezone: context.labTimezone,
    base: operation.base,
    replica: 'device',
    changedSinceSeen: async () => false,
    newId: () => deriveId(operation.id, k++),
    verifyProof: async () => 'PENDING',
  };
}

/** Convert a time of the device's clock to the server's clock. */
export const correctedInstant = (occurredAt: string, clockOffsetMs: number): string =>
  new Date(Date.parse(occurredAt) + clockOffsetMs).toISOString();
