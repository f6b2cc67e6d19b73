import { ulid } from 'ulid';
import { may } from '#db/access/grants.ts';
import type { BenchArgs } from '#db/bench-operations.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { OperationDefinition, Outcome } from '#db/operation.ts';
import { MAX_OPERATION_BYTES } from '#db/sync/wire.ts';
import type { Enrollment } from '#pwa/replica/session/enrollment.ts';
import type { Exclusive } from '#pwa/replica/store/mutex.ts';
import type { ClockOffset } from '#pwa/replica/sync/last-contact.ts';
import type { BaseReader } from './base-reader.ts';
import { type FoldContext, type Prediction, runOnDevice, type View } from './fold.ts';
import { isInOverlay, type OperationDocument } from './operation-document.ts';
import type { NewOperation, Outbox } from './outbox.ts';
import { ruleNamed } from './rules.ts';

/** The immediate result for the user; the server's verdict follows with the feed. */
export interface OperationResult {
  operationId: string;
  outcome: Outcome | 'UNKNOWN';
  code: string | null;
  message: string | null;
  /** False when an intent was refused here: it is neither stored nor sent. */
  queued: boolean;
}

/** Run an operation of the bench by its name; arguments of another operation do not compile. */
export type RunOperation<Args = BenchArgs> = <Name extends keyof Args>(
  name: Name,
  args: Args[Name],
) => Promise<OperationResult>;

export interface RunParts {
  base: BaseReader;
  outbox: Outbox;
  view: View;
  clock: ClockOffset;
  exclusive: Exclusive;
  enrollment(): Promise<Enrollment | undefined>;
  identity: { userId: string; userCompanyId: string };
  context(): FoldContext;
  cursor(): Promise<number>;
  now(): number;
  /** Milliseconds of a monotonic clock. */
  mono(): number;
  mayWork(): AppError | null;
}

const MAX_DEPENDENCIES = 200;

/**
 * Execute a lab operation on this device: check it, store it in the outbox and show it at once. A refused
 * intent is not stored and its reason is returned; a fact is always stored.
 */
export async function runOperation(parts: RunParts, name: string, args: unknown): Promise<OperationResult> {
  const { actor, definition: findDefinition } = parts.context();
  const definition = await (findDefinition ?? ruleNamed)(name);
  if (!definition)
    throw new AppError('BAD_REQUEST', `This version of the app does not know "${name}". Update the app.`);
  const parsed = definition.args.safeParse(args);
  if (!parsed.success) throw new AppError('VALIDATION', MESSAGES.fixForm, issuesOf(parsed.error.issues));
  if (!may(actor.role, definition.grant)) throw new AppError('FORBIDDEN', MESSAGES.forbidden);
  refuseTooLarge(parsed.data);
  const blocked = parts.mayWork();
  if (blocked) throw blocked;
  return parts.exclusive(() => keepAndShow(parts, definition, parsed.data));
}

/** Refuse an operation that is too large for a request: in the outbox it would block all later work. */
function refuseTooLarge(args: Record<string, unknown>): void {
  const bytes = new TextEncoder().encode(JSON.stringify(args)).length;
  if (bytes > MAX_OPERATION_BYTES)
    throw new AppError('TOO_LARGE', 'This is too much for one step. Do it in smaller parts.');
}

async function keepAndShow(
  parts: RunParts,
  definition: OperationDefinition,
  args: Record<string, unknown>,
): Promise<OperationResult> {
  const enrollment = await parts.enrollment();
  if (!enrollment) throw new AppError('CONFLICT', 'Connect this device once before you work offline.');
  const operation = await newOperation(parts, definition, args);
  const { prediction, layer } = await runOnDevice(
    parts.base,
    parts.view.overlay(),
    { ...operation, deviceId: enrollment.deviceId },
    parts.context(),
  );
  if (prediction.outcome === 'REJECTED' && definition.kind === 'intent')
    return toOperationResult(operation.id, prediction, false);
  const queuedOperation = await parts.outbox.append(enrollment.deviceId, operation);
  parts.view.append(queuedOperation, prediction, layer);
  return toOperationResult(operation.id, prediction, true);
}

async function newOperation(
  parts: RunParts,
  definition: OperationDefinition,
  args: Record<string, unknown>,
): Promise<NewOperation> {
  const subjects = [...new Set(definition.subjects(args))];
  const cursor = await parts.cursor();
  const waiting = parts.outbox.all().filter((operation) => isInOverlay(operation, cursor));
  const base = await parts.base.revisions(subjects);
  // An observation stays true when an earlier intent is refused; a fact builds only on the operations that
  // created its records.
  const requiredIds = definition.kind === 'fact' ? [] : (definition.buildsOn?.(args) ?? subjects);
  const buildsOn = subjects.filter((id) => base[id] === undefined || requiredIds.includes(id));
  return {
    id: ulid(parts.now()),
    ...parts.identity,
    name: definition.name,
    version: definition.version,
    kind: definition.kind,
    title: definition.title,
    occurredAt: new Date(parts.now()).toISOString(),
    mono: parts.mono(),
    clockOffsetMs: parts.clock.ms(),
    base,
    dependsOn: dependencies(waiting, buildsOn),
    subjects,
    args,
  };
}

const dependencies = (waiting: readonly OperationDocument[], subjects: readonly string[]): string[] =>
  waiting
    .filter((operation) => operation.subjects.some((id) => subjects.includes(id)))
    .map((operation) => operation.id)
    .slice(-MAX_DEPENDENCIES);

const toOperationResult = (
  operationId: string,
  { outcome, code, message }: Prediction,
  queued: boolean,
): OperationResult => ({
  operationId,
  outcome,
  code,
  message,
  queued,
});

const issuesOf = (issues: readonly { path: PropertyKey[]; message: string }[]) =>
  issues.map((issue) => ({ path: issue.path.map(String).join('.'), message: issue.message }));
