import type { z } from 'zod';
import type { Grant } from './access/families.ts';
import type { Role } from './access/roles.ts';
import type { AnyEntity } from './entity.ts';
import type { PasswordProof } from './protocols/password-proof.ts';
import type { Transaction } from './transaction.ts';
import type { BusinessEntity } from './values/business-entity.ts';

/** How an operation ended (domain 5.1). */
export const OUTCOMES = ['APPLIED', 'APPLIED_WITH_WARNING', 'MERGED', 'CONFLICT', 'REJECTED'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** What a rule returns when it did not refuse; to refuse, it throws `refuse(code, message)`. */
export interface RuleResult {
  outcome: Outcome;
  code: string | null;
  message: string | null;
}

export const applied: RuleResult = { outcome: 'APPLIED', code: null, message: null };
/** Done, and the person must be told something. */
export const warned = (code: string, message: string): RuleResult => ({
  outcome: 'APPLIED_WITH_WARNING',
  code,
  message,
});
/** Combined with somebody else's work. */
export const merged = (code: string, message: string): RuleResult => ({ outcome: 'MERGED', code, message });
/** Kept, but a person must decide; the rule has opened a SyncConflict. */
export const conflicted = (code: string, message: string): RuleResult => ({
  outcome: 'CONFLICT',
  code,
  message,
});

/** Not applied, yet what was observed is stored beside the record for a person to look at (domain 5.11, case 19). */
export const rejectedButStored = (code: string, message: string): RuleResult => ({
  outcome: 'REJECTED',
  code,
  message,
});

/** The person who did it, with the membership under which they did it. */
export interface Actor {
  userId: string;
  userCompanyId: string;
  companyId: string;
  role: Role;
  entity: BusinessEntity;
  name: string;
}

/** Everything outside the database that a rule may know; it has no clock and no randomness of its own. */
export interface OperationContext {
  operationId: string;
  deviceId: string | null;
  actor: Actor;
  /** When it was done at the bench: ISO instant, corrected for the device's clock. */
  occurredAt: string;
  /** Calendar date of `occurredAt` in the lab's time zone. */
  labDay: string;
  /** The lab's time zone (an IANA name), for the day of another moment than this one. */
  labTimezone: string;
  /** Document revisions that the person had seen, by row id. */
  base: Readonly<Record<string, number>>;
  replica: 'device' | 'server';
  /** Has the row changed after the revision that the person had seen? Always false on a device and when none was seen. */
  changedSinceSeen(entity: AnyEntity, id: string): Promise<boolean>;
  /** The next id of this operation, the same on every replica. */
  newId(): string;
  /** Checks a signature made offline; on a device always PENDING. */
  verifyProof(hash: string, proof: string, signer: ProofSigner): Promise<'OK' | 'FAILED' | 'PENDING'>;
}

/**
 * Who made a signature. The actor, who has signed in or confirmed the password within twelve hours: `passwordProof` is
 * the evidence when that was done without a network. Or a second person, who signs with the PIN alone.
 */
export type ProofSigner = { passwordProof: PasswordProof | undefined } | { secondUserId: string };

/** A fact was observed and is always kept; an intent may be refused. */
export type OperationKind = 'fact' | 'intent';

/** A named act of the lab: its arguments, who may do it, which rows it is about, and its pure rule. */
export interface OperationDefinition<Args extends z.ZodObject = z.ZodObject, Name extends string = string> {
  name: Name;
  version: number;
  kind: OperationKind;
  /** What a person reads in lists, for example `Move sample`. */
  title: string;
  grant: Grant;
  args: Args;
  /** Ids of the rows that the act is about: they give `base` and `dependsOn`. */
  subjects(args: z.infer<Args>): readonly string[];
  /**
   * For an intent: the subjects whose earlier refusal makes it senseless; all of them when absent. A tube placed on a
   * plate does not fall because another tube was refused there.
   */
  buildsOn?(args: z.infer<Args>): readonly string[];
  /** The numbers of material and receipts that the act gives out: a device has leased each of them. */
  numbers?(args: z.infer<Args>): readonly string[];
  run(tx: Transaction, args: z.infer<Args>, context: OperationContext): Promise<RuleResult>;
}

/** Declares an operation; its name and arguments become part of the types of those who run it. */
export const defineOperation = <Args extends z.ZodObject, const Name extends string>(
  definition: OperationDefinition<Args, Name>,
): OperationDefinition<Args, Name> => definition;

/** The arguments of each operation of a list, by its name, as a caller writes them. */
export type ArgsByName<List extends readonly { name: string; args: z.ZodType }[]> = {
  [Operation in List[number] as Operation['name']]: z.input<Operation['args']>;
};
