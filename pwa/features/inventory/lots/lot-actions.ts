import { may } from '#db/access/grants.ts';
import type { Role } from '#db/access/roles.ts';
import type { BenchCall } from '#db/bench-operations.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { InventoryItem } from '#db/inventory/inventory-item.ts';
import type { InventoryType } from '#db/inventory/inventory-type.ts';
import { effectiveExpiration, mayReopen, mustBeCounted } from '#db/inventory/lot-problem.ts';
import { canonicalNumber } from '#db/protocols/values/canonical-value.ts';

/** Actions on a scanned lot. */
export type LotAction = 'receive' | 'open' | 'use up' | 'count' | 'reopen';

/** Label, operation and success message of each action. */
export const LOT_ACTIONS = {
  receive: { label: 'Receive', done: 'received' },
  open: { label: 'Mark opened', done: 'marked opened' },
  'use up': { label: 'Mark used', done: 'marked used' },
  count: { label: 'Count', done: 'counted' },
  reopen: { label: 'Reopen', done: 'reopened' },
} as const satisfies Record<LotAction, { label: string; done: string }>;

/**
 * List the actions that the lot's state and the user's role permit; an unusable lot is discarded, not opened.
 */
export function listLotActions(
  item: Pick<InventoryItem, 'status' | 'usedAt' | 'remaining' | 'quantity' | 'disposalReason'>,
  { role, at, usable }: { role: Role; at: string; usable: boolean },
): LotAction[] {
  if (!may(role, 'lab/inventory-item:update')) return [];
  if (item.status === 'ORDERED') return ['receive'];
  if (item.status === 'RECEIVED') return usable ? ['open', 'use up', 'count'] : ['use up', 'count'];
  if (item.status === 'OPENED') return ['use up', 'count'];
  // An over-drawn lot that was not discarded can be counted, which reopens it.
  if (mustBeCounted(item)) return ['count'];
  return mayReopen(role, item, at) ? ['reopen'] : [];
}

/** The input of an action. */
export interface LotDraft {
  lotNumber: string;
  expirationDate: string;
  /** True when no date is printed on the lot. */
  undated: boolean;
  quantity: string;
  qcPassed: boolean | null;
  reason: string;
  remaining: string;
  /** The counted amount; 0 is valid. */
  counted: string;
}

/** Build the initial input: the ordered amount, or the default amount of the type. */
export const draftOf = (item: InventoryItem, type: InventoryType): LotDraft => ({
  lotNumber: '',
  expirationDate: '',
  undated: false,
  quantity: item.quantity ?? type.unitsPerItem,
  qcPassed: null,
  reason: '',
  remaining: '',
  counted: '',
});

const COUNT_FIRST = 'Enter how much is left, 0 if it is nothing.';

/** Problems by input; empty when the action is possible. */
export type LotProblems = Partial<Record<keyof LotDraft, string>>;

/** Report whether the recorded amount is 0, so that reopening needs the remaining amount. */
export const needsRemaining = ({ remaining }: Pick<InventoryItem, 'remaining'>): boolean =>
  remaining !== null && Number(remaining) <= 0;

function receiptProblems(draft: LotDraft, type: InventoryType): LotProblems {
  const problems: LotProblems = {};
  if (draft.lotNumber.trim() === '') problems.lotNumber = 'Enter the lot number.';
  if (draft.expirationDate === '' && !draft.undated)
    problems.expirationDate = 'Enter the date, or say that none is printed.';
  if (!(Number(draft.quantity) > 0)) problems.quantity = 'Enter more than 0.';
  if (type.requiresQc && draft.qcPassed !== true)
    problems.qcPassed = 'It is received when it has passed QC. Until then put it aside.';
  return problems;
}

/** Validate the input before the rules run. */
export function problemsOf(
  action: LotAction,
  draft: LotDraft,
  item: InventoryItem,
  type: InventoryType,
): LotProblems {
  if (action === 'receive') return receiptProblems(draft, type);
  if (action === 'open') return {};
  if (action === 'count') return canonicalNumber(draft.counted) === null ? { counted: COUNT_FIRST } : {};
  const problems: LotProblems = {};
  if (draft.reason.trim() === '') problems.reason = MESSAGES.reasonRequired;
  if (action === 'reopen' && draft.remaining === '' && needsRemaining(item))
    problems.remaining = 'Enter how much is left.';
  if (draft.remaining !== '' && !(Number(draft.remaining) > 0)) problems.remaining = 'Enter more than 0.';
  return problems;
}

/** Build the arguments of the action's operation. */
export function lotCall(action: LotAction, draft: LotDraft, itemId: string, type: InventoryType): BenchCall {
  const reason = draft.reason.trim();
  if (action === 'open') return { name: 'open-inventory-item', args: { itemId } };
  if (action === 'count') {
    const countedAmount = canonicalNumber(draft.counted);
    if (countedAmount === null) throw new AppError('VALIDATION', COUNT_FIRST);
    return { name: 'count-inventory-item', args: { itemId, counted: countedAmount } };
  }
  if (action === 'use up') return { name: 'mark-inventory-item-used', args: { itemId, reason } };
  if (action === 'reopen') {
    const remaining = draft.remaining === '' ? null : draft.remaining;
    return { name: 'reopen-inventory-item', args: { itemId, reason, remaining } };
  }
  const receipt = {
    lotNumber: draft.lotNumber.trim(),
    expirationDate: draft.undated ? null : draft.expirationDate,
    quantity: draft.quantity,
    qcPassed: type.requiresQc ? draft.qcPassed : null,
  };
  return { name: 'receive-inventory-item', args: { itemId, receipt } };
}

/** Format an amount with its unit; "2 left", not "2 each left". */
export const amountText = (amount: string, unit: string | undefined): string =>
  unit === undefined || unit === 'each' ? amount : `${amount} ${unit}`;

/** Compute the expiry of a lot that is opened at a given time. */
export function describeOpenedExpiration(
  item: Pick<InventoryItem, 'expirationDate'>,
  type: InventoryType,
  at: string,
  labTimezone: string,
): string {
  const { expirationDate } = item;
  const until = effectiveExpiration({ expirationDate, openedAt: at }, type, labTimezone);
  return until === null ? 'It has no date to be used by.' : `Once opened it is good until ${until}.`;
}
