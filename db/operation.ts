import type { z } from 'zod';
import type { Grant } from './access/families.ts';
import type { Lab } from './access/lab.ts';
import type { Role } from './access/roles.ts';
import type { AnyEntity } from './entity.ts';
import type { PasswordProof } from './protocols/signing/password-proof.ts';
import type { Transaction } from './transaction.ts';
import type { BusinessEntity } from './values/business-entity.ts';

/** The result of an operation (domain 5.1). */
export const OUTCOMES = ['APPLIED', 'APPLIED_WITH_WARNING', 'MERGED', 'CONFLICT', 'REJECTED'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** The return value of a rule that does not refuse; a rule refuses by throwing `refuse(code, message)`. */
export interface RuleResult {
  outcome: Outcome;
  code: string | null;
  message: string | null;
}

export const applied: RuleResult = { outcome: 'APPLIED', code: null, message: null };
/** Build the result of an applied operation with a message for the person. */
export const warned = (code: string, message: string): RuleResult => ({
  outcome: 'APPLIED_WITH_WARNING',
  code,
  message,
});
/** Build the result of an operation that was combined with the work of another person. */
export const merged = (code: string, message: string): RuleResult => ({ outcome: 'MERGED', code, message });
/**
 * Build the result of a recorded operation about which a person must decide; the rule has opened a
 * SyncConflict.
 */
export const conflicted = (code: string, message: string): RuleResult => ({
  outcome: 'CONFLICT',
  code,
  message,
});

/**
 * Build the result of an operation that is not applied, but whose observation is stored beside the record for
 * a person to review (domain 5.11, case 19).
 */
export const rejectedButStored = (code: string, message: string): RuleResult => ({
  outcome: 'REJECTED',
  code,
  message,
});

/** The person who performs the operation, with the membership that the person uses. */
export interface Actor {
  userId: string;
  userCompanyId: string;
  companyId: string;
  role: Role;
  entity: BusinessEntity;
  /** The lab whose bench serves the business entity. */
  lab: Lab;
  name: string;
}

/** Everything outside the database that a rule may know; a rule has no clock and no randomness of its own. */
export interface OperationContext {
  operationId: string;
  deviceId: string | null;
  actor: Actor;
  /** When the operation was performed at the bench: ISO instant, corrected for the device's clock. */
  occurredAt: string;
  /** Calendar date of `occurredAt` in the lab's time zone. */
  labDay: string;
  /** The lab's time zone (an IANA name), to compute the lab day of other moments. */
  labTimezone: string;
  /** Document revisions that the person had seen, by row id. */
  base: Readonly<Record<string, number>>;
  replica: 'device' | 'server';
  /**
   * Return whether the row changed after the revision that the person had seen. Always false on a device and
   * when no revision was sent.
   */
  changedSinceSeen(entity: AnyEntity, id: string): Promise<boolean>;
  /** Return the next id of this operation, the same on every replica. */
  newId(): string;
  /** Verify a signature made offline; the result on a device is always PENDING. */
  verifyProof(hash: string, proof: string, signer: ProofSigner): Promise<'OK' | 'FAILED' | 'PENDING'>;
}

/**
 * The signer. Either the actor, who signed in or confirmed the password within the last twelve hours
 * (`passwordProof` is the evidence when that happened offline), or a second person, who signs with the PIN
 * alone.
 */
type ProofSigner = { passwordProof: PasswordProof | undefined } | { secondUserId: string };

/** A fact was observed and is always recorded; an intent may be refused. */
export type OperationKind = 'fact' | 'intent';

/** A named operation of the lab: its arguments, its grant, its subjects and its pure rule. */
export interface OperationDefinition<Args extends z.ZodObject = z.ZodObject, Name extends string = string> {
  name: Name;
  version: number;
  kind: OperationKind;
  /** The name on screens, for example `Move sample`. */
  title: string;
  grant: Grant;
  args: Args;
  /** Return the ids of the rows that the operation is about; `base` and `dependsOn` are derived from them. */
  subjects(args: z.infer<Args>): readonly string[];
  /**
   * Return, for an intent, the subjects whose earlier refusal makes this operation pointless; all subjects
   * when absent. The placement of one tube on a plate does not fail because another tube was refused there.
   */
  buildsOn?(args: z.infer<Args>): readonly string[];
  /** Return the specimen and receipt numbers that the operation assigns; a device has leased each of them. */
  numbers?(args: z.infer<Args>): readonly string[];
  run(tx: Transaction, args: z.infer<Args>, context: OperationContext): Promise<RuleResult>;
}

/** Declare an operation; its name and arguments become part of the types of its callers. */
export const defineOperation = <Args extends z.ZodObject, const Name extends string>(
  definition: OperationDefinition<Args, Name>,
): OperationDefinition<Args, Name> => definition;

/** The arguments of each operation of a list, by name, as a caller writes them. */
export type ArgsByName<List extends readonly { name: string; args: z.ZodType }[]> = {
  [Operation in List[number] as Operation['name']]: z.input<Operation['args']>;
};
