import { may } from '#db/access/grants.ts';
import { CATALOGUE } from '#db/entities.ts';
import type { AnyEntity } from '#db/entity.ts';
import { AppError } from '#db/errors/app-error.ts';
import { buildContext } from '#db/factories/run-rule.ts';
import type { Actor, OperationContext, OperationDefinition, RuleResult } from '#db/operation.ts';
import type { JournalWorld, WrittenRow } from './journal-world.ts';
import type { Args } from './view.ts';

/** An operation on its way from a device to the server. */
export interface Envelope {
  id: string;
  operation: OperationDefinition;
  args: Args;
  actor: Actor;
  deviceId: string;
  occurredAt: string;
  /**
   * The revisions of its subjects as the user saw them: everything is at revision 1 when the users go
   * offline.
   */
  base: Readonly<Record<string, number>>;
  dependsOn: readonly string[];
}

/** The server's verdict. */
export interface Verdict extends RuleResult {
  envelope: Envelope;
}

/**
 * Refused as too late, yet stored next to the record, as on the server: operations that build on it are
 * judged separately.
 */
const RECORDED_AS_LATE: readonly string[] = ['SECTION_SIGNED', 'SECTION_COMPLETED', 'BATCH_CLOSED'];

/** List the documents that a written row changes: its own, or those that embed it. */
export function documentsOf({ entity, row }: Pick<WrittenRow, 'entity' | 'row'>): string[] {
  const { replica } = entity;
  if (!replica) return [];
  if ('own' in replica) return [String(row['id'])];
  return replica.embedded.flatMap(({ parentKey, when }) => {
    if (when && !when.in.includes(String(row[when.field]))) return [];
    const parent = row[parentKey];
    if (Array.isArray(parent)) return parent.map(String);
    return typeof parent === 'string' ? [parent] : [];
  });
}

const OWN = CATALOGUE.filter(({ replica }) => replica !== null && 'own' in replica);

/** Return the revisions of an operation's subjects, as a device with this world would send them. */
export function baseOf(
  world: JournalWorld,
  operation: OperationDefinition,
  args: Args,
): Record<string, number> {
  const subjects = new Set(operation.subjects(operation.args.parse(args)));
  const createdIds = new Set(world.since(0).flatMap(({ id, before }) => (before === undefined ? [id] : [])));
  const existingIds = [...subjects].filter(
    (id) => !createdIds.has(id) && OWN.some((entity) => world.one(entity, id)),
  );
  return Object.fromEntries(existingIds.map((id) => [id, 1]));
}

/** Run a rule as a device does for its immediate result. Throws the rule's refusal. */
export const runOnDevice = (world: JournalWorld, envelope: Envelope): Promise<RuleResult> =>
  runOne(world, envelope, { replica: 'device', verifyProof: async () => 'PENDING' });

async function runOne(
  world: JournalWorld,
  { id, operation, args, actor, deviceId, occurredAt, base }: Envelope,
  more: Partial<OperationContext>,
): Promise<RuleResult> {
  const context = buildContext({ operationId: id, deviceId, actor, occurredAt, base, ...more });
  const stamp = { at: occurredAt, userId: actor.userId, entity: actor.entity };
  const parsed = operation.args.parse(args);
  const mark = world.mark();
  try {
    return await world.transaction(stamp, (tx) => operation.run(tx, parsed, context));
  } catch (error) {
    world.rollBack(mark);
    throw error;
  }
}

/**
 * When the operations of the offline users reach the server: after all of them were done, one after another.
 */
const arrivalAt = (n: number): string => `2026-11-21T14:0${n}:00.000Z`;

/** The server's part: the rules on one world, with the revisions that show what each device has not seen. */
export class PairServer {
  readonly world: JournalWorld;
  private readonly changes: { document: string; deviceId: string }[] = [];
  private readonly verdicts = new Map<string, Verdict>();

  constructor(world: JournalWorld) {
    this.world = world;
  }

  /** Judge one operation of a device that has seen only the start and its own work. */
  async judge(envelope: Envelope): Promise<Verdict> {
    this.world.receivedAt = arrivalAt(this.verdicts.size);
    const verdict = { envelope, ...(await this.run(envelope)) };
    this.world.receivedAt = null;
    this.verdicts.set(envelope.id, verdict);
    return verdict;
  }

  private async run(envelope: Envelope): Promise<RuleResult> {
    const { operation, actor, deviceId, base } = envelope;
    if (!may(actor.role, operation.grant)) return rejected('FORBIDDEN', 'Not allowed.');
    const rejectedVerdict = envelope.dependsOn.map((id) => this.verdicts.get(id)).find(isRefused);
    if (rejectedVerdict) return rejected('DEPENDENCY_REJECTED', rejectedVerdict.message ?? '');
    const mark = this.world.mark();
    try {
      const result = await runOne(this.world, envelope, {
        changedSinceSeen: async (entity, id) =>
          this.documentsOfRow(entity, id).some(
            (document) => document in base && this.changedByOther(document, deviceId),
          ),
        verifyProof: async () => 'OK',
      });
      for (const writtenRow of this.world.since(mark))
        for (const document of documentsOf(writtenRow)) this.changes.push({ document, deviceId });
      return result;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return rejected(error.code, error.message);
    }
  }

  private documentsOfRow(entity: AnyEntity, id: string): string[] {
    const row: Record<string, unknown> | undefined = this.world.one(entity, id);
    return row ? [id, ...documentsOf({ entity, row })] : [];
  }

  private changedByOther(document: string, deviceId: string): boolean {
    return this.changes.some((one) => one.document === document && one.deviceId !== deviceId);
  }
}

const rejected = (code: string, message: string): RuleResult => ({ outcome: 'REJECTED', code, message });

const isRefused = (verdict: Verdict | undefined): verdict is Verdict =>
  verdict?.outcome === 'REJECTED' && !RECORDED_AS_LATE.includes(verdict.code ?? '');
